import { followsFrom } from './follows.ts'
import type { Report } from './report.ts'
import { troubles } from './troubles.ts'
import type { Trouble } from './troubles.ts'
import { count } from './words.ts'

/** One rule to look at, as every format shows it: the first of its cases in full, and what belongs to it. */
export interface Fault extends Trouble {
  /** The rule's other cases with the same verdict. */
  more: Trouble[]
  /** Failed rules that follow from this one; look at them after it is fixed. */
  follows: Fault[]
}

/** "28 failed rules follow from this one" */
export const followWords = ({ length }: readonly Fault[]): string =>
  `${count(length, 'failed rule')} follow${length === 1 ? 's' : ''} from this one`

/** One block for each rule that failed or could not be judged: root causes first, then the order of their cases. */
export function faults({ requirements, cutOff = [] }: Pick<Report, 'requirements' | 'cutOff'>): Fault[] {
  const byRule = new Map<string, Fault>()
  for (const one of troubles(
    requirements,
    cutOff.map(({ by }) => by),
  )) {
    const key = `${one.each.verdict} ${one.requirement.id}`
    const before = byRule.get(key)
    if (before) before.more.push(one)
    else byRule.set(key, { ...one, more: [], follows: [] })
  }
  for (const [id, root] of followsFrom(requirements)) {
    const follower = byRule.get(`fail ${id}`)
    const cause = byRule.get(`fail ${root}`)
    if (!follower || !cause) continue
    cause.follows.push(follower)
    byRule.delete(`fail ${id}`)
  }
  return [...byRule.values()].toSorted((a, b) => b.follows.length - a.follows.length)
}
