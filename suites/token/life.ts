import { notListed, opensList } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { bearer, type Credential } from '../../harness/client/credentials/credentials.ts'
import { permanentCredentials } from '../../harness/client/credentials/permanent-credentials.ts'
import type { Family } from '../../harness/facts/families.ts'
import { NotSupported, SetupFailed, Violation } from '../../harness/outcomes.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { atOnce } from '../../harness/client/at-once.ts'
import { ifAnswered } from '../case/if-answered.ts'

/** One hour, and the margin of 30 s on either side in which nothing is judged; in seconds. */
export const hour = 3600
const margin = 30
/** When to send the last probe that must be accepted, and the first that must be rejected. */
export const lastUse = hour - margin - 1
export const firstVoid = hour + margin + 1
/**
 * Probes planned within the same five seconds, in milliseconds, are sent together: the clock stops once for the cases that
 * logged in one after another. Near the hour, a probe is up to as much further from it than planned.
 */
const moment = 5000
export const momentBefore = (ms: number): number => Math.floor(ms / moment) * moment
export const momentAfter = (ms: number): number => Math.ceil(ms / moment) * moment

/** Logins further apart than this, in milliseconds, count as separate moments. */
export const sameMoment = 60_000

export interface Used extends Pick<Tools, 'api' | 'clock' | 'run'> {
  /** How a token that should be void is presented; as Bearer by default. */
  present?: (token: string) => Credential
}
export type LogIn = () => Promise<string>

/** How often a case starts again because another case's login returned the token that it expects to be void. */
export const mostAgain = 3

/** Whether a login answered the token since a time; those of other cases that are under way are waited for. */
export async function answeredSince({ clock, run }: Used, token: string, since: number): Promise<boolean> {
  await clock.forward(1)
  return run.tokens.of(token).lastAnsweredAt > since
}

/**
 * The earliest that a use near the end of the hour is sent, in seconds before it must be answered, however slow the
 * subject.
 */
const mostReserve = 20

/**
 * Returns how many seconds before the end of the judged time the last use is planned: a jump is in whole seconds and may
 * end one late, and verifying it takes time, as does a request for each list.
 */
function reserve({ api, run }: Used): number {
  const exchanges = 2 + api.listFamilies().length
  return Math.min(mostReserve, 1.5 + (1.5 * exchanges * run.slowestGetMs) / 1000)
}

/**
 * Goes to `seconds` after the login first returned the token, and expects it to open each list. If it doesn't, and a
 * token issued just now doesn't either, the age is not at fault; that isn't checked if the server returned the same text
 * again.
 */
export async function works(used: Used, token: string, seconds: number, logIn: LogIn): Promise<void> {
  const { api, clock, run } = used
  demandMayList(run, token)
  const { firstSentAt } = run.tokens.of(token)
  const latest = hour - margin - reserve(used)
  await clock.until(momentBefore(firstSentAt + Math.min(seconds, latest) * 1000))
  const lists = api.listFamilies()
  const answers = await atOnce(run, lists, (family) => api.list(family, bearer(token)))
  if (clock.now() > firstSentAt + (hour - margin) * 1000) throw overshot()
  for (const [index, answer] of answers.entries()) {
    if (notListed(answer) instanceof Error) await youngerWorks(used, token, lists.slice(0, index + 1), logIn)
    expect(answer).toListUsers()
  }
}

/** Expects a token that was issued just now to open a list, whatever the clock says. */
export async function worksAtOnce({ api, clock, run }: Used, token: string): Promise<void> {
  demandMayList(run, token)
  if (clock.now() > run.tokens.of(token).firstSentAt + lastUse * 1000)
    throw new NotSupported('a login answers the same token again an hour later')
  const answer = await api.list(api.listFamily(), bearer(token, run.tokens.ownerOf(token)))
  if (clockLeavesStores(run) && notListed(answer) instanceof Error) throw storeMayStand('was issued expired')
  expect(answer).toListUsers()
}

/** @throws NotDeclared if the token's user may not read the list: its lists then show nothing at any age */
function demandMayList(run: Used['run'], token: string): void {
  const reason = mayNotList(run, run.tokens.ownerOf(token))
  if (reason) throw reason
}

async function youngerWorks(used: Used, token: string, lists: Family[], logIn: LogIn): Promise<void> {
  const younger = await logIn()
  if (younger === token) return
  for (const family of lists) {
    if (notListed(await used.api.list(family, bearer(younger), { role: 'step' })) instanceof Error)
      throw new SetupFailed(`a token issued just now does not open the ${family} list either`)
  }
}

/** Makes the case inconclusive if a login that returned the same text again may have moved the token's end. */
export async function unlessAnsweredAgain({ run }: Used, token: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const { firstSentAt, lastAnsweredAt } = run.tokens.of(token)
    if (!(error instanceof Violation) || lastAnsweredAt - firstSentAt < sameMoment) throw error
    throw new SetupFailed(`a login answered the token again in between: ${error.message}`)
  }
}

/**
 * Goes to `seconds` after the last login that returned the token, and expects each list to reject it while it accepts
 * something else.
 */
export async function isVoid(
  used: Used,
  token: string,
  logIn: LogIn,
  seconds = firstVoid,
  again = mostAgain,
): Promise<void> {
  const { api, clock, run, present = bearer } = used
  demandMayList(run, token)
  const due = () => momentAfter(run.tokens.of(token).lastAnsweredAt + seconds * 1000)
  while (clock.now() < due()) await clock.until(due())
  const askedAt = clock.now()
  const { lastAnsweredAt } = run.tokens.of(token)
  const witness = await acceptedNow(used)
  const lists = api.listFamilies()
  const seen = await atOnce(run, lists, async (family) => {
    return { family, answer: await api.list(family, present(token)) }
  })
  for (const { family, answer } of seen) {
    const isOpen = opensList(answer)
    if (isOpen && clockLeavesStores(run)) throw storeMayStand()
    if (isOpen && (await answeredSince(used, token, lastAnsweredAt))) {
      if (again === 0) throw new SetupFailed('other logins answer the token again and again')
      return await isVoid(used, token, logIn, seconds, again - 1)
    }
    expect(answer).toBeRejected(isOpen ? await oldToken(used, token, family) : undefined)
  }
  if (witness) await atOnce(run, lists, (family) => api.listed(family, witness))
  // With another scheme word, a valid token may be rejected too.
  if (present === bearer) run.tokens.sawVoid(token, askedAt)
  if (witness) return
  // If nothing else shows that the list is being served, a login does; it comes last, since it could revive the token.
  const younger = await logIn()
  for (const family of api.listFamilies()) await api.listed(family, bearer(younger))
}

/** Tells how a token that should be void fares a second time, and on the other list: that helps to fix the server. */
async function oldToken(used: Used, token: string, family: Family): Promise<string> {
  const opensNow = (list: Family) => ifAnswered(() => opens(used, token, list))
  const again = await opensNow(family)
  const then =
    again === undefined
      ? ''
      : `; the token ${again ? 'still gives' : 'no longer gives'} access when tried again`
  const others = used.api.listFamilies().filter((other) => other !== family)
  const elsewhere = await Promise.all(
    others.map(async (other) => {
      const open = await opensNow(other)
      return open === undefined ? '' : `; the ${other} list ${open ? 'accepts it too' : 'rejects it'}`
    }),
  )
  return `a token whose hour is over${then}${elsewhere.join('')}`
}

/** Runs what must not depend on use or logins. If the idle token behaves the same, the hour itself is wrong. */
export async function unlikeIdle(
  used: Used,
  idle: string | undefined,
  wanted: 'works' | 'void',
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Violation) || idle === undefined) throw error
    for (const family of used.api.listFamilies()) {
      if ((await opens(used, idle, family)) !== (wanted === 'works'))
        throw new SetupFailed(
          `a token of the same age that was never used behaves the same: ${error.message}`,
        )
    }
    throw error
  }
}

export async function opens(
  { api, present = bearer }: Pick<Used, 'api' | 'present'>,
  token: string,
  family: Family,
): Promise<boolean> {
  return opensList(await api.list(family, present(token), { role: 'step' }))
}

/** Returns a declared credential that outlives the hour and is accepted now; undefined if there is none. */
async function acceptedNow(used: Used): Promise<Credential | undefined> {
  for (const candidate of permanentCredentials(used.run.declaration)) {
    if (await opensEach(used, candidate)) return candidate
  }
  return undefined
}

async function opensEach({ api, run }: Used, credential: Credential): Promise<boolean> {
  const ask = (family: Family) => api.list(family, credential, { role: 'twin' })
  const answers = await atOnce(run, api.listFamilies(), ask)
  return answers.every((answer) => !(notListed(answer) instanceof Error))
}

/** If the clock moves the process but not its stores, a token that stays valid shows nothing. */
export const clockLeavesStores = ({ declaration: { clock } }: Used['run']): boolean =>
  clock.kind !== 'none' && clock.covers === 'process'

export const storeMayStand = (what = 'outlived the jump') =>
  new SetupFailed(`the token ${what}, but the store that holds it may not have moved (clock.covers: process)`)

const overshot = () =>
  new SetupFailed('the probe came later than planned, too close to the hour to be judged')
