import { notListed } from '../../harness/client/grants.ts'
import { expect } from '../../harness/engine/case/expect.ts'
import type { Answer } from '../../harness/client/answer.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import {
  answeredSince,
  clockLeavesStores,
  firstVoid,
  lastUse,
  mostAgain,
  opens,
  sameMoment,
  storeMayStand,
  type LogIn,
  type Used,
} from './life.ts'

/**
 * Returns a token that no earlier login returned in its lifetime. If two logins return different texts, it is the second;
 * the first of them may be that of an earlier case.
 * If they return the same one, it is the token of a login after the old one was seen to be void, whether its text is new
 * or the same again.
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
 * Expects a token to work for its hour. If no fresh token can be had, the one that logins return again will do: it has
 * worked for an hour, whenever that began, if every list accepted it 3,569 s after the last login that returned it.
 * @param judge judges a fresh token
 */
export async function worksForHour(used: Used, logIn: LogIn, judge: (token: string) => Promise<void>) {
  let worked: Answer[] | undefined
  try {
    const see = async (token: string) => void (worked ??= await workedForHour(used, token))
    const { token, outlived } = await newestToken(used, logIn, await logIn(), see)
    if (!outlived) return await judge(token)
    if (clockLeavesStores(used.run)) throw storeMayStand()
    if (outlived.some((answer) => notListed(answer) instanceof Error))
      throw new SetupFailed('the token answered again does not expire on one list, so none is fresh')
    for (const answer of outlived) expect(answer).toListUsers()
  } catch (error) {
    if (!worked || !(error instanceof SetupFailed || error instanceof NotDeclared)) throw error
    for (const answer of worked) expect(answer).toListUsers()
  }
}

/**
 * What each list answered to the token shortly before its hour ended; undefined if one rejected it, or if a login returned
 * it in between.
 */
async function workedForHour(used: Used, token: string): Promise<Answer[] | undefined> {
  const { api, clock, run } = used
  if (clockLeavesStores(run)) return undefined
  const { lastAnsweredAt } = run.tokens.of(token)
  await clock.until(lastAnsweredAt + lastUse * 1000)
  if (run.tokens.of(token).lastAnsweredAt > lastAnsweredAt) return await workedForHour(used, token)
  const answers: Answer[] = []
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, bearer(token), { role: 'step' })
    if (notListed(answer) instanceof Error) return undefined
    answers.push(answer)
  }
  return (await answeredSince(used, token, lastAnsweredAt)) ? undefined : answers
}

interface Newest {
  token: string
  /** What each list answered to it more than an hour after the last login that returned it; absent if it is fresh. */
  outlived?: Answer[]
}

/**
 * Logs in until a token shows whether the server returns living tokens again. It may return several in turn, and the second
 * one may be left from before the run, so a third login has to return another text too.
 */
async function tokenAfter({ clock, run }: Used, logIn: LogIn, first: string) {
  await clock.forward(2)
  const second = await logIn()
  const token = second === first ? second : await logIn()
  return { token, repeats: token === first || token === second || run.tokens.repeats }
}

/**
 * Returns a token that is not left from before the run.
 * @throws NotSupported if the server returns a token again while it lives
 */
export async function newToken(used: Used, logIn: LogIn): Promise<string> {
  const { token, repeats } = await tokenAfter(used, logIn, await logIn())
  if (repeats) throw sameAgain()
  return token
}

export const sameAgain = () => new NotSupported('a login answers the same token again while it lives')

/** @param see called with a token that was returned again, before the time at which it should be void */
async function newestToken(
  used: Used,
  logIn: LogIn,
  first: string,
  see?: (token: string) => Promise<void>,
): Promise<Newest> {
  const { api, clock, run } = used
  if (run.tokens.isFresh(first)) return { token: first }
  const { token, repeats } = await tokenAfter(used, logIn, first)
  if (!repeats) return { token }
  for (let again = 0; again < mostAgain; again++) {
    await see?.(token)
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
    // Another case saw that it was void, and logged in.
    if (run.tokens.of(token).firstSentAt >= due) return { token }
  }
  throw new SetupFailed('other logins answer the token again and again, so none is fresh')
}

/**
 * Returns a fresh token, and one of another account that was issued in the same way at the same moment and will never be
 * used. `idle` is undefined if there is no such account, or if its token is older. Codes that begin with zeros are
 * skipped, so one of two second steps may come a minute late: then both are repeated.
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
