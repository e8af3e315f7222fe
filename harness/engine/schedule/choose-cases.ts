import type { Case } from '../case/registry.ts'
import type { Depth } from '../../run/run.ts'

export interface Choice {
  requirements: readonly string[]
  /** Ids of the only cases to run, as in a replay; absent: all cases except those of the complete test sets. */
  cases?: readonly string[]
  /** Requirements of other shards: only their cases that look back on the run are included, since each shard judges them. */
  elsewhere?: readonly string[]
  /** Includes the complete test sets. */
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
