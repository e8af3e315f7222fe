import { createRandom } from '../../../harness/run/random.ts'
import { mayShareServer } from './may-share-server.ts'
import type { Planned } from './plan.ts'

export interface DrawOptions {
  /** Another seed draws other groups. */
  seed: number
  /** The most changes in one server. */
  most: number
}

/**
 * Draws groups of changes for one server each. Each planned run is in exactly one group, and one that can't share a
 * server is a group of its own.
 */
export function drawGroups(planned: readonly Planned[], { seed, most }: DrawOptions): Planned[][] {
  const random = createRandom(seed)
  const fitting = new Map(
    planned.map((one) => [one, new Set(planned.filter((other) => mayShareServer(one, other)))]),
  )
  const fits = (one: Planned, other: Planned) => fitting.get(one)?.has(other) === true
  // Those that fit fewest others come first, since they are the hardest to place.
  const order = planned
    .map((one) => ({ one, others: fitting.get(one)?.size ?? 0, drawn: random.below(2 ** 30) }))
    .sort((a, b) => a.others - b.others || a.drawn - b.drawn)
  const groups: Planned[][] = []
  for (const { one } of order) {
    const smallest = groups
      .filter((members) => members.length < most && members.every((other) => fits(one, other)))
      .sort((a, b) => a.length - b.length)[0]
    if (smallest) smallest.push(one)
    else groups.push([one])
  }
  return groups
}
