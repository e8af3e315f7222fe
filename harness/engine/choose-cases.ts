import type { Case } from './registry.ts'
import type { Depth } from './run.ts'

/** Which cases a run is of. */
export interface Choice {
  /** Ids of the requirements judged. */
  requirements: readonly string[]
  /** Of their cases these alone, by id, as in a replay; absent: all but those of complete test sets. */
  cases?: readonly string[]
  /** The complete test sets too. */
  depth?: Depth
}

export function chooseCases(
  all: ReadonlyMap<string, Case>,
  { requirements, cases, depth: complete }: Choice,
): Case[] {
  return [...all.values()].filter(
    ({ id, requirement, depth }) =>
      requirements.includes(requirement) &&
      (cases?.includes(id) ?? (depth === undefined || complete !== undefined)),
  )
}
