import { isSecondFactor, type Case } from '../case/registry.ts'
import { spread } from './spread.ts'

/** How long an exchange takes, compared with one of a plain case, several of which are under way at once. */
const inTurnFactor = 6
const besideOthersFactor = 2
/** The walks through the model are made once for all the cases about sequences, in about so many exchanges. */
const walkCost = 150

/**
 * Divides cases among several servers, so that all servers are done at about the same time. The cases of a requirement stay
 * together, as do all cases about sequences, because they share their walks. Cases that look back on a run are judged on each
 * server.
 * @param costs exchanges of each requirement in an earlier run
 */
export function divideCases(
  cases: readonly Case[],
  costs: Readonly<Record<string, number>>,
  count: number,
): Case[][] {
  const sizes = new Map<string, number>()
  for (const { requirement } of cases) sizes.set(requirement, (sizes.get(requirement) ?? 0) + 1)
  const groupCosts = new Map<string, number>()
  for (const one of cases) {
    const share = (costs[one.requirement] ?? 1) / (sizes.get(one.requirement) ?? 1)
    const cost = share * factorOf(one)
    const group = groupOf(one)
    groupCosts.set(group, group === walks ? walkCost * inTurnFactor : (groupCosts.get(group) ?? 0) + cost)
  }
  const places = spread(groupCosts, count)
  return Array.from({ length: count }, (_, index) =>
    cases.filter((one) => one.needs.includes('seen') || places.get(groupOf(one)) === index),
  )
}

/** Cases that cause rejections or need codes mostly follow one another; those about hours wait together, but for their clock. */
function factorOf({ phase, needs, rejects }: Case): number {
  if (phase === 'plain') return rejects ? inTurnFactor : 1
  return phase === 'hours' && !needs.some(isSecondFactor) ? besideOthersFactor : inTurnFactor
}

const walks = 'sequences'
const groupOf = ({ phase, requirement }: Case): string => (phase === 'sequences' ? walks : requirement)
