// Random times of issue and use, on both sides of the hour.

import { notListed } from '../../harness/client/grants.ts'
import fc from 'fast-check'
import { lists, rejected } from '../../harness/engine/case/judges.ts'
import { notJudged, property, type ProbeApi, type Tried } from '../../harness/engine/case/property.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { ways, type Family } from '../../harness/facts/families.ts'
import { LeftOut, NotSupported, Skipped, Violation } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { clockLeavesStores, firstVoid, hour, lastUse } from './life.ts'

/** Tokens issued at certain times and used at certain ages, in seconds. */
interface Schedule {
  issues: { at: number; way: (typeof ways)[number] }[]
  uses: { token: number; age: number; family: Family }[]
}

const longest = 2 * hour
const young = fc.nat({ max: lastUse })
const old = fc.integer({ min: firstVoid, max: longest })
const needs: Need[] = ['account', 'clock']

/** Schedules of which at least one use is judged, since a short run tries only one; the others come at any age. */
function schedule(
  { hasLogin, listFamilies }: Tools['api'],
  judged: fc.Arbitrary<number>,
): fc.Arbitrary<Schedule> {
  const way = fc.constantFrom(...ways.filter(({ family }) => hasLogin(family)))
  const issue = fc.record({ at: fc.nat({ max: hour }), way })
  const use = (age: fc.Arbitrary<number>) =>
    fc.record({ token: fc.nat({ max: 3 }), age, family: fc.constantFrom(...listFamilies()) })
  const uses = fc.array(use(fc.oneof({ arbitrary: judged, weight: 2 }, young, old)), { maxLength: 7 })
  return fc.record({
    issues: fc.array(issue, { minLength: 1, maxLength: 4 }),
    uses: fc.tuple(use(judged), uses).map(([one, more]) => [one, ...more]),
  })
}

requirement(
  'token.works-for-hour',
  'at any instant before it is over, in any order of issue',
  { needs },
  (tools) => holdAlways(tools, young, 'works'),
)

requirement('token.void-after-hour', 'at any instant after it, in any order of issue', { needs }, (tools) =>
  holdAlways(tools, old, 'void'),
)

/** Judges one side of the hour; tokens are used in the same way on both. */
async function holdAlways(tools: Tools, age: fc.Arbitrary<number>, judged: 'works' | 'void'): Promise<void> {
  const { api, account, run } = tools
  if (run.clock.realTime) throw new LeftOut('it would take days of real time')
  const affordable = Math.floor(run.clock.leftSeconds / (2 * (hour + longest)))
  if (affordable === 0) throw new Skipped('the clock may not be moved so far (clock.maxAdvance)')
  if ((await api.token(account)) === (await api.token(account)))
    throw new NotSupported('a login answers the same token again while it lives')

  if (judged === 'works') await youngTokensOpen(tools)

  await property(schedule(api, age), (input, probe) => carryOut(tools, probe, input, judged), {
    twin: async () => api.listed(api.listFamily(), bearer(await api.token(account), account.username)),
    recipe: script,
    runs: Math.min(affordable, Math.ceil(run.runs / 10)),
    inTurn: true,
    issuesTokens: true,
  })
}

/** Makes as many uses as a schedule may have, all at once: whether and how often a token works at all are other rules. */
async function youngTokensOpen({ api, account, run }: Tools): Promise<void> {
  const lists = api.listFamilies()
  for (const way of ways.filter(({ family }) => api.hasLogin(family))) {
    const credential = bearer(await api.token(account, way), account.username)
    const uses = [...lists, ...lists, ...lists, ...lists]
    await atOnce(run, uses, (family) => api.listed(family, credential))
  }
}

/** Carries out the issues and uses in chronological order. */
async function carryOut(
  { account, clock, run }: Tools,
  probe: ProbeApi,
  { issues, uses }: Schedule,
  judged: 'works' | 'void',
): Promise<Tried> {
  const begin = clock.now()
  const tokens = new Map<number, string>()
  const events = [
    ...issues.map(({ at, way }, index) => ({
      at,
      do: async (): Promise<Tried> => {
        tokens.set(index, await probe.token(account, way))
        return notJudged
      },
    })),
    ...uses.map(({ token, age, family }) => {
      const index = token % issues.length
      return { at: (issues[index]?.at ?? 0) + age, do: () => use(tokens.get(index), family) }
    }),
  ]
  let all: Tried = notJudged
  for (const event of events.sort((one, other) => one.at - other.at)) {
    await clock.until(begin + event.at * 1000)
    const found = await event.do()
    if (found instanceof Violation) return found
    if (found !== notJudged) all = found
  }
  return all

  async function use(token: string | undefined, family: Family): Promise<Tried> {
    if (token === undefined) return notJudged
    const sentAt = clock.now()
    const answer = await probe.list(family, bearer(token, account.username))
    const { firstSentAt, lastAnsweredAt } = run.tokens.of(token)
    // Judged by when it was really sent and answered: slow answers can overtake the schedule.
    const isYoung = clock.now() < firstSentAt + (hour - 30) * 1000
    const isOld = sentAt > lastAnsweredAt + (hour + 30) * 1000
    if (judged === 'works' && isYoung) return lists(answer)
    if (judged !== 'void' || !isOld) return notJudged
    return clockLeavesStores(run) && Array.isArray(notListed(answer)) ? notJudged : rejected(answer)
  }
}

/** Lists what is done, in chronological order. */
function script({ issues, uses }: Schedule): string {
  const logins = issues.map(({ at, way }, index) => ({
    at,
    says: `token ${index + 1} by ${way.encoding} login on ${way.family} at ${at} s`,
  }))
  const lists = uses.map(({ token, age, family }) => {
    const index = token % issues.length
    const says = `token ${index + 1} on the ${family} list when ${age} s old`
    return { at: (issues[index]?.at ?? 0) + age, says }
  })
  const inOrder = [...logins, ...lists].toSorted((one, other) => one.at - other.at)
  return inOrder.map(({ says }) => says).join(', ')
}
