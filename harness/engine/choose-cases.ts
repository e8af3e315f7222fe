import type { Case } from './registry.ts'
import type { Depth } from './run.ts'

/** Which cases a run is of. */
export interface Choice {
  /** Ids of the requirements judged. */
  requirements: readonly string[]
  /** Of their cases these alone, by id, as in a replay; absent: all but those of complete test sets. */
  cases?: readonly string[]
  /** Requirements of another shard: of these, only the cases that look back on the run, which each shard judges. */
  elsewhere?: readonly string[]
  /** The complete test sets too. */
  depth?: Depth
}

export function chooseCases(
  all: ReadonlyMap<string, Case>,
  { requirements, cases, elsewhere = [], depth: complete }: Choice,
): Case[] {
  return [...all.values()].filter(
    ({ id, requirement, depth, needs }) =>
      (requirements.includes(requirement) || (elsewhere.includes(requirement) && needs.includes('seen'))) &&
      (cases?.includes(id) ?? (depth === undefined || complete !== undefined)),
  )
}
