import { createRandom } from '../../../harness/run/random.ts'
import type { ListedVariation } from './listed-changes.ts'
import { variationRun, type Planned } from './plan.ts'

/**
 * Returns random combinations of two to five compatible variations, the same for the same seed. Leaves out variations
 * that model a real server version, with what it breaks: a combination must fail nothing.
 */
export function combine(variations: readonly ListedVariation[], seed: number, count: number): Planned[] {
  const random = createRandom(seed)
  const legal = variations.filter(({ breaks }) => breaks.length === 0)
  const made = new Map<string, Planned>()
  for (let tries = 0; made.size < count && tries < 100 * count; tries++) {
    const wanted = 2 + random.below(4)
    const chosen: ListedVariation[] = []
    for (let draws = 0; chosen.length < wanted && draws < 50; draws++) {
      const next = legal[random.below(legal.length)]
      if (next && chosen.every((one) => goTogether(one, next))) chosen.push(next)
    }
    const names = chosen.map(({ name }) => name).sort()
    if (names.length >= 2) made.set(names.join('+'), variationRun('combination', chosen))
  }
  return [...made.values()]
}

/** False for variations that set the same part of the declaration or the mode differently. */
function goTogether(one: ListedVariation, other: ListedVariation): boolean {
  if (one === other || one.excludes.includes(other.name) || other.excludes.includes(one.name)) return false
  const parts = ({ mode, declare }: ListedVariation) => [...Object.keys(mode), ...Object.keys(declare)]
  return !parts(one).some((part) => parts(other).includes(part))
}
