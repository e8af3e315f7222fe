import type { Defect, Named, Variation } from './change.ts'
import { defects } from './defects.ts'
import { nearest } from '../server/nearest.ts'
import type { Parts } from '../server/parts.ts'
import { UnknownName } from '../common/usage-error.ts'
import { variations } from './variations.ts'

/** Applies the named changes, variations first, in the order given. Throws UnknownName. */
export function applyChanges(
  parts: Parts,
  names: { defects?: readonly string[]; variations?: readonly string[] },
): void {
  // A change that is named twice applies once.
  const chosen = new Set([
    ...(names.variations ?? []).map((name) => find('variation', name)),
    ...(names.defects ?? []).map((name) => find('defect', name)),
  ])
  for (const change of chosen) change.apply(parts)
}

/** Lists the changes with everything except what they do. */
export function listChanges(): {
  defects: Omit<Named<Defect>, 'apply'>[]
  variations: Omit<Named<Variation>, 'apply'>[]
} {
  return {
    defects: defects.map(({ apply: _, blocks, ...entry }) => {
      if (!blocks) return entry
      const broken = new Set(entry.breaks.map(({ requirement }) => requirement))
      return { ...entry, blocks: [...new Set(blocks)].filter((one) => !broken.has(one)) }
    }),
    variations: variations.map(({ apply: _, ...entry }) => entry),
  }
}

const all = { defect: defects, variation: variations }

function find(kind: 'defect' | 'variation', name: string): Named<Defect | Variation> {
  const entries: readonly Named<Defect | Variation>[] = all[kind]
  const found = entries.find((entry) => entry.name === name)
  if (found) return found
  const other = kind === 'defect' ? 'variation' : 'defect'
  if (all[other].some((entry) => entry.name === name))
    throw new UnknownName(`"${name}" is not a ${kind} but a ${other}; switch it on as one.`)
  const like = nearest(
    name,
    entries.map((entry) => entry.name),
  )
  const suggestion = like ? ` Did you mean "${like}"?` : ''
  throw new UnknownName(`there is no ${kind} "${name}".${suggestion} "reference-server list" shows them all.`)
}
