import type { Defect, Variation } from './change.ts'
import { defects } from './defects/defects.ts'
import type { Parts } from './parts.ts'
import { UnknownName } from './usage-error.ts'
import { variations } from './variations/variations.ts'

/** Applies the named changes, variations first, in the order given. Throws UnknownName. */
export function applyChanges(
  parts: Parts,
  names: { defects?: readonly string[]; variations?: readonly string[] },
): void {
  // One that is named twice is on once.
  const chosen = new Set([
    ...(names.variations ?? []).map((name) => find('variation', name)),
    ...(names.defects ?? []).map((name) => find('defect', name)),
  ])
  for (const change of chosen) change.apply(parts)
}

/** Everything about the changes but what they do. */
export function listChanges(): { defects: Omit<Defect, 'apply'>[]; variations: Omit<Variation, 'apply'>[] } {
  return {
    defects: defects.map(({ apply: _, ...entry }) => entry),
    variations: variations.map(({ apply: _, ...entry }) => entry),
  }
}

const all = { defect: defects, variation: variations }

function find(kind: 'defect' | 'variation', name: string): Defect | Variation {
  const entries: readonly (Defect | Variation)[] = all[kind]
  const found = entries.find((entry) => entry.name === name)
  if (found) return found
  const other = kind === 'defect' ? 'variation' : 'defect'
  if (all[other].some((entry) => entry.name === name))
    throw new UnknownName(`"${name}" is no ${kind} but a ${other}; switch it on as one.`)
  const [nearest] = entries
    .map((entry) => ({ name: entry.name, distance: editDistance(entry.name, name) }))
    .sort((a, b) => a.distance - b.distance)
  const suggestion = nearest ? ` Did you mean "${nearest.name}"?` : ''
  throw new UnknownName(`there is no ${kind} "${name}".${suggestion} "reference-server list" shows them all.`)
}

/** Levenshtein's distance in single characters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row[b.length] ?? 0
}
