import { mayFail, possible } from './possible.ts'
import type { MfaAccount, Tools } from '../../harness/engine/case/tools.ts'
import { field, isSuccess, tokenIn } from '../../harness/client/answer.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { ways, type Way } from '../../harness/facts/families.ts'
import { mayNotList } from '../../harness/client/may-list.ts'

/** What the specification leaves to the server, as measured before the first sequence; this fixes the model. */
export interface Choices {
  /** The ways of logging in that accept a valid first step. The cases about a way judge it if it doesn't. */
  ways: { login: readonly Way[]; challenge: readonly Way[] }
  /** A login returns the same token again that an earlier one returned. */
  sameToken: boolean
  /** A seed grants nothing any more after a wrong code was sent with it. Undefined if no wrong code may be sent. */
  wrongCodeSpendsSeed: boolean | undefined
  newChallengeVoidsOlder: boolean
  /** A challenge voids the seeds of other accounts, as on a server that keeps one open challenge. */
  challengeVoidsOthers: boolean
  /** A seed is still valid a little more than a minute after its challenge. */
  seedLivesMinute: boolean
}

/**
 * Seconds to let pass after a rejected second step if a wrong code spends its seed, or seems to: the server may reject every
 * code of the account for some seconds after a wrong one.
 */
export const pauseSeconds = 30

/** More than two time steps of thirty seconds, the longest that a sequence may wait between challenge and answer. */
const minute = 65

export async function measureChoices(tools: Tools): Promise<Choices> {
  const { api, account, run } = tools
  const isAnswered = run.declaration.mfaFlow === 'seed' && mayFail(run)
  const mfa = isAnswered ? possible(() => tools.mfaAccount) : undefined
  const first = await api.token(account)
  const sameToken = (await api.token(account)) === first
  const valid = mayNotList(run, account.username)
    ? await api.anyAccepted(api.listFamily())
    : bearer(first, account.username)
  await api.listed(api.listFamily(), valid)
  const taken = await measureWays(tools, mfa)
  const none = {
    ways: taken,
    sameToken,
    wrongCodeSpendsSeed: undefined,
    newChallengeVoidsOlder: true,
    challengeVoidsOthers: true,
    seedLivesMinute: false,
  }
  const clock = possible(() => tools.clock)
  if (!mfa || !clock || run.clock.realTime) return none

  const older = await api.freshChallenge(mfa)
  await api.challenge(mfa)
  const newChallengeVoidsOlder = !(await earns(older, older.code))

  const beside = await api.freshChallenge(mfa)
  const other = possible(() => tools.mfaAccount2)
  if (other) await api.challenge(other)
  const challengeVoidsOthers = !(await earns(beside, beside.code))

  const waiting = await api.challenge(mfa)
  await clock.forward(minute)
  const seedLivesMinute = await earns(waiting, await mfa.nextCode())

  const tried = await api.freshChallenge(mfa)
  await api.answer(tried, mfa.wrongCode(), { role: 'step' })
  const wrongCodeSpendsSeed = !(await earns(tried, tried.code))
  await api.redeem(await api.freshChallenge(mfa))
  return {
    ways: taken,
    sameToken,
    wrongCodeSpendsSeed,
    newChallengeVoidsOlder,
    challengeVoidsOthers,
    seedLivesMinute,
  }

  async function earns(challenge: Parameters<typeof api.answer>[0], code: string): Promise<boolean> {
    const answer = await api.answer(challenge, code, { role: 'step' })
    return isSuccess(answer) && tokenIn(answer) !== undefined
  }
}

async function measureWays({ api, account }: Tools, mfa: MfaAccount | undefined): Promise<Choices['ways']> {
  const taken: { login: Way[]; challenge: Way[] } = { login: [], challenge: [] }
  for (const way of ways.filter(({ family }) => api.hasLogin(family))) {
    const token = tokenIn(await api.login(account, { ...way, role: 'step' }))
    if (token !== undefined) taken.login.push(way)
    if (!mfa) continue
    const { json } = await api.login(mfa, { ...way, role: 'step' })
    const isChallenge = [field(json, 'seed'), field(json, 'otp_url')].every((one) => typeof one === 'string')
    // The newer family need not send a seed (Endpoints): on it, the sequences go on from any response without a token.
    if (isChallenge || way.family === 'v1') taken.challenge.push(way)
  }
  return taken
}
