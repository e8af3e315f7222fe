import { createParts } from '../server/create-parts.ts'
import type { Parts } from '../server/parts.ts'
import type { Defect, Variation } from './change.ts'
import { defects } from './defects.ts'
import { variations } from './variations.ts'

type Change = Pick<Defect | Variation, 'mode' | 'apply'>

/** Returns what each change replaces, by the name of the change: `tokens.find`, `extensions`. */
export function listReplacedParts(): Map<string, string[]> {
  return new Map([...defects, ...variations].map((change) => [change.name, replacedParts(change)]))
}

/** Applies the change to parts of its own, in its mode of the server. */
export function replacedParts({ mode, apply }: Change): string[] {
  const parts = createParts({ fastHash: true, now: () => 0, debug: true, ...mode })
  const before = snapshot(parts)
  apply(parts)
  const after = snapshot(parts)
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
}

/** Everything that a change may affect: plain values as they are, functions by identity. */
function snapshot({ extensions, ...parts }: Parts): Map<string, unknown> {
  // A change may also move the clock without replacing it.
  const seen = new Map<string, unknown>([
    ['extensions', extensions.length],
    ['clock', parts.clock.now()],
  ])
  for (const [name, part] of Object.entries(parts) as [string, unknown][]) {
    if (typeof part !== 'object' || part === null) seen.set(name, part)
    else
      for (const [key, value] of Object.entries(part) as [string, unknown][])
        seen.set(`${name}.${key}`, typeof value === 'object' ? JSON.stringify(value) : value)
  }
  return seen
}
