import { followsFrom } from './follows.ts'
import type { Report, ReportedCase, ReportedRequirement } from './report.ts'
import { count, LEVELS, VERDICTS } from './words.ts'
import { isKnown } from './explain-baseline.ts'
import { interrupted } from './rules-in.ts'

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

/** A case to look at. `also`: other cases that could not be judged for the very same reason. */
export interface Trouble {
  requirement: ReportedRequirement
  each: ReportedCase
  also: ReportedCase[]
}

/**
 * The cases that failed or could not be judged: the worst first, `must` before `should`, failures that the baseline knows
 * after the others. Failures are never grouped.
 * @param first ids of cases that come before others of the same rank
 */
export function troubles(
  requirements: readonly ReportedRequirement[],
  first: readonly string[] = [],
): Trouble[] {
  const all = requirements.flatMap((requirement) => requirement.cases.map((each) => ({ requirement, each })))
  const told = all.filter(({ each }) => ['fail', 'error', 'inconclusive'].includes(each.verdict))
  const byReason = new Map<unknown, Trouble>()
  const place = (one: Omit<Trouble, 'also'>) => rank(one) * 2 + (first.includes(one.each.id) ? 0 : 1)
  for (const { requirement, each } of told.toSorted((a, b) => place(a) - place(b))) {
    const reason = each.verdict === 'fail' ? Symbol('its own') : `${each.verdict}: ${each.message}`
    const before = byReason.get(reason)
    if (before) before.also.push(each)
    else byReason.set(reason, { requirement, each, also: [] })
  }
  return [...byReason.values()]
}

function rank({ requirement, each }: Omit<Trouble, 'also'>): number {
  const known = each.verdict === 'fail' && isKnown(requirement) ? 1 : 0
  return (VERDICTS.indexOf(each.verdict) * 2 + known) * LEVELS.length + LEVELS.indexOf(requirement.level)
}

/** How far the clock must go for an untested case; 0 if that is not what it lacks. */
const neededHours = ({ message }: ReportedCase) =>
  Number(/^needs clock\.maxAdvance above (\d{1,9})h$/.exec(message)?.[1] ?? 0)

/**
 * What untested cases lack, and the interruption that left some without a verdict, each with the ids of the requirements
 * that wait for it. `clock.maxAdvance` is there once, with the largest value.
 */
export function missing(requirements: readonly ReportedRequirement[]): Map<string, string[]> {
  const waiting = new Map<string, Set<string>>()
  const wait = (reason: string, id: string) => waiting.set(reason, (waiting.get(reason) ?? new Set()).add(id))
  const untested = (cases: readonly ReportedCase[]) => cases.filter(({ verdict }) => verdict === 'untested')
  const farthest = untested(requirements.flatMap(({ cases }) => cases)).toSorted(
    (a, b) => neededHours(b) - neededHours(a),
  )[0]
  for (const { id, verdict, cases, leftOut = [] } of requirements) {
    for (const one of untested(cases)) wait(((neededHours(one) > 0 && farthest) || one).message, id)
    if (verdict === 'untested' && leftOut.some(({ reason }) => reason === interrupted)) wait(interrupted, id)
  }
  return new Map([...waiting].map(([message, ids]) => [message, [...ids]]))
}
