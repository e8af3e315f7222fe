import { expect, notListed, opensList } from '../../harness/engine/expect.ts'
import type { Tools } from '../../harness/engine/tools.ts'
import type { Answer } from '../../harness/client/answer.ts'
import { bearer, privateToken, signature, type Credential } from '../../harness/client/credentials.ts'
import type { Family } from '../../harness/client/families.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { SetupFailed, Violation } from '../../harness/verdicts/outcomes.ts'

/** The hour, and the margin of 30 s on either side in which nothing is judged; in seconds. */
export const hour = 3600
const margin = 30
/** When the last probe that must be accepted is sent, and the first that must be rejected. */
export const lastUse = hour - margin - 1
export const firstVoid = hour + margin + 1
/** Logins further apart than this, in milliseconds, count as different moments. */
const sameMoment = 60_000

export interface Used extends Pick<Tools, 'api' | 'clock' | 'run'> {
  /** How a token that should be void is presented; absent: as Bearer. */
  present?: (token: string) => Credential
}
export type LogIn = () => Promise<string>

/** How often a case begins again because another one's login answered the token that it waits to be void. */
const mostAgain = 3

/**
 * A token that no earlier login answered in its life: of two logins that answer different texts, the second; where they
 * answer the same, that of a login after the old one was seen to be void, be its text another or the old one again.
 */
export async function freshToken(used: Used, logIn: LogIn): Promise<string> {
  const first = await logIn()
  const { token, outlived } = used.run.tokens.hasOutlived(first)
    ? { token: first, outlived: true }
    : await newestToken(used, logIn, first)
  if (outlived) throw new SetupFailed('the token answered again does not expire, so none is fresh')
  return token
}

/**
 * Expects a token to work for its hour. None has to be fresh where every list still accepts the one that logins answer
 * again, more than an hour after the last of them: it has worked for an hour, whenever that began.
 * @param judge judges a fresh token
 */
export async function worksForHour(used: Used, logIn: LogIn, judge: (token: string) => Promise<void>) {
  const { token, outlived } = await newestToken(used, logIn, await logIn())
  if (!outlived) return await judge(token)
  if (clockLeavesStores(used.run)) throw storeMayStand()
  if (outlived.some((answer) => notListed(answer) instanceof Error))
    throw new SetupFailed('the token answered again does not expire on one list, so none is fresh')
  for (const answer of outlived) expect(answer).toListUsers()
}

interface Newest {
  token: string
  /** What each list answered to it more than an hour after the last login that answered it; absent where it is fresh. */
  outlived?: Answer[]
}

async function newestToken(used: Used, logIn: LogIn, first: string): Promise<Newest> {
  const { api, clock, run } = used
  await clock.forward(2)
  const token = await logIn()
  if (token !== first) return { token }
  for (let again = 0; again < mostAgain; again++) {
    const due = run.tokens.of(token).lastAnsweredAt + firstVoid * 1000
    await clock.until(due)
    const askedAt = clock.now()
    if (!(await opens({ api }, token, api.listFamily()))) {
      run.tokens.sawVoid(token, askedAt)
      return { token: await logIn() }
    }
    const outlived: Answer[] = []
    for (const family of api.listFamilies()) outlived.push(await api.list(family, bearer(token)))
    if (!(await answeredSince(used, token, due))) {
      run.tokens.sawOutlive(token)
      return { token, outlived }
    }
    // Another case saw it void, and logged in.
    if (run.tokens.of(token).firstSentAt >= due) return { token }
  }
  throw new SetupFailed('other logins answer the token again and again, so none is fresh')
}

/** Whether a login answered the token since a time; those of other cases that are under way are waited for. */
async function answeredSince({ clock, run }: Used, token: string, since: number): Promise<boolean> {
  await clock.forward(1)
  return run.tokens.of(token).lastAnsweredAt > since
}

/** No use for an hour's end is sent earlier than this before it must be answered, however slow the subject; in seconds. */
const mostReserve = 20

/**
 * How long before the end of what is judged the last use is planned, in seconds: a jump is by whole seconds and may end one
 * late, and its proof and a request for each list take their time.
 */
function reserve({ api, run }: Used): number {
  const exchanges = 2 + api.listFamilies().length
  return Math.min(mostReserve, 1.5 + (1.5 * exchanges * run.slowestGetMs) / 1000)
}

/**
 * Goes to `seconds` after the token was first answered and expects it to open each list. Where it does not, and neither
 * does one that was issued just now, the age is not at fault; nor if the server returned the same text again.
 */
export async function works(used: Used, token: string, seconds: number, logIn: LogIn): Promise<void> {
  const { api, clock, run } = used
  const { firstSentAt } = run.tokens.of(token)
  const latest = hour - margin - reserve(used)
  await clock.until(firstSentAt + Math.min(seconds, latest) * 1000)
  const done: Family[] = []
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, bearer(token))
    if (clock.now() > firstSentAt + (hour - margin) * 1000) throw overshot()
    done.push(family)
    if (notListed(answer) instanceof Error) await youngerWorks(used, token, done, logIn)
    expect(answer).toListUsers()
  }
}

async function youngerWorks(used: Used, token: string, lists: Family[], logIn: LogIn): Promise<void> {
  const younger = await logIn()
  if (younger === token) return
  for (const family of lists) {
    if (notListed(await used.api.list(family, bearer(younger), { role: 'step' })) instanceof Error)
      throw new SetupFailed(`a token issued just now does not open the ${family} list either`)
  }
}

/** Makes the case inconclusive where a login that answered the same text again may have moved the token's end. */
export async function unlessAnsweredAgain({ run }: Used, token: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const { firstSentAt, lastAnsweredAt } = run.tokens.of(token)
    if (!(error instanceof Violation) || lastAnsweredAt - firstSentAt < sameMoment) throw error
    throw new SetupFailed(`a login answered the token again in between: ${error.message}`)
  }
}

/** Goes to `seconds` after the token was last answered and expects each list to reject it, beside what is accepted. */
export async function isVoid(
  used: Used,
  token: string,
  logIn: LogIn,
  seconds = firstVoid,
  again = mostAgain,
): Promise<void> {
  const { api, clock, run, present = bearer } = used
  const due = () => run.tokens.of(token).lastAnsweredAt + seconds * 1000
  while (clock.now() < due()) await clock.until(due())
  const askedAt = clock.now()
  const { lastAnsweredAt } = run.tokens.of(token)
  const witness = await acceptedNow(used)
  for (const family of api.listFamilies()) {
    if (witness) await api.listed(family, witness)
    const answer = await api.list(family, present(token))
    const isOpen = opensList(answer)
    if (isOpen && clockLeavesStores(run)) throw storeMayStand()
    if (isOpen && (await answeredSince(used, token, lastAnsweredAt))) {
      if (again === 0) throw new SetupFailed('other logins answer the token again and again')
      return await isVoid(used, token, logIn, seconds, again - 1)
    }
    expect(answer).toBeRejected(isOpen ? await oldToken(used, token, family) : undefined)
    if (witness) await api.listed(family, witness)
  }
  // Under another scheme word it may be rejected though it lives.
  if (present === bearer) run.tokens.sawVoid(token, askedAt)
  if (witness) return
  // With nothing else to show that the list is being served, a login does; afterwards, since it could revive the token.
  const younger = await logIn()
  for (const family of api.listFamilies()) await api.listed(family, bearer(younger))
}

/** How a token that should be void fares once more, and on the other list: it helps to fix the server. */
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

/** What is asked only to say more; undefined where no answer came, which takes nothing from what was seen. */
export async function ifAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SetupFailed) return undefined
    throw error
  }
}

/**
 * A fresh token, and one of another account that was got in the same way at the same moment and will never be used;
 * `idle` is undefined where there is no such account, or its token is an older one. A code that begins with zeros is passed
 * over, and so one of two second steps may come a minute late: then both are taken again.
 */
export async function freshBesideIdle(
  used: Used,
  logIn: LogIn,
  other: LogIn | undefined,
): Promise<{ token: string; idle: string | undefined }> {
  const { run } = used
  for (let again = 0; ; again++) {
    const token = await freshToken(used, logIn)
    const idle = await other?.()
    if (idle === undefined || idle === token || mayNotList(run, run.tokens.ownerOf(idle)))
      return { token, idle: undefined }
    const apart = run.tokens.of(idle).firstSentAt - run.tokens.of(token).firstSentAt
    if (Math.abs(apart) < sameMoment) return { token, idle }
    if (again === mostAgain) return { token, idle: undefined }
  }
}

/** Does what must not depend on use or logins. Where the idle token behaves the same, it is the hour itself that is wrong. */
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

async function opens(
  { api, present = bearer }: Pick<Used, 'api' | 'present'>,
  token: string,
  family: Family,
): Promise<boolean> {
  return opensList(await api.list(family, present(token), { role: 'step' }))
}

/** A declared credential that outlives the hour and is accepted now; undefined where there is none. */
async function acceptedNow({ api, run }: Used): Promise<Credential | undefined> {
  const { privateTokens, accessKeys } = run.declaration
  const owned = [privateTokens.plain, privateTokens.mfa].filter((one) => one !== undefined && one !== false)
  const candidates = [
    ...owned.map(({ token, username }) => privateToken(token, username)),
    ...(accessKeys || []).map((key) => signature(key)),
  ]
  for (const candidate of candidates) {
    if (await opensEach(api, candidate)) return candidate
  }
  return undefined
}

async function opensEach(api: Used['api'], credential: Credential): Promise<boolean> {
  for (const family of api.listFamilies()) {
    if (notListed(await api.list(family, credential, { role: 'twin' })) instanceof Error) return false
  }
  return true
}

/** With a clock that moves the process but not its stores, a token that goes on working shows nothing. */
const clockLeavesStores = ({ declaration: { clock } }: Used['run']): boolean =>
  clock.kind !== 'none' && clock.covers === 'process'

const storeMayStand = () =>
  new SetupFailed(
    'the token outlived the jump, but the store that holds it may not have moved (clock.covers: process)',
  )

const overshot = () =>
  new SetupFailed('the probe came later than planned, too close to the hour to be judged')
