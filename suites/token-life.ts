import { expect, notListed } from '../harness/cases/expect.ts'
import type { Tools } from '../harness/cases/tools.ts'
import { bearer, privateToken, signature, type Credential } from '../harness/client/credentials.ts'
import { SetupFailed } from '../harness/verdicts/outcomes.ts'

/** The hour, and the margin of 30 s on either side in which nothing is judged; in seconds. */
export const hour = 3600
const margin = 30
/** When the last probe that must be accepted is sent, and the first that must be refused. */
export const lastUse = hour - margin - 1
export const firstVoid = hour + margin + 1

type Used = Pick<Tools, 'api' | 'clock' | 'run'>
export type LogIn = () => Promise<string>

/**
 * A token that no earlier login answered: of two logins that answer different texts, the second; where they answer the
 * same, that of a login after the old one was seen to be void.
 */
export async function freshToken({ api, clock, run }: Used, logIn: LogIn): Promise<string> {
  const first = await logIn()
  await clock.forward(2)
  const second = await logIn()
  if (second !== first) return second
  await clock.until(run.tokens.of(second).lastAnsweredAt + firstVoid * 1000)
  const family = api.listFamily()
  const old = await api.list(family, bearer(second), { role: 'step' })
  if (Array.isArray(notListed(old)))
    throw new SetupFailed('the token answered again does not expire, so none is fresh')
  const fresh = await logIn()
  if (fresh === second) throw new SetupFailed('a login answers the token that was void, so none is fresh')
  return fresh
}

/** Goes to `seconds` after the token was first answered and expects it to open each list. */
export async function works({ api, clock, run }: Used, token: string, seconds: number): Promise<void> {
  const { firstSentAt } = run.tokens.of(token)
  await clock.until(firstSentAt + seconds * 1000)
  for (const family of api.listFamilies()) {
    const answer = await api.list(family, bearer(token))
    if (clock.now() > firstSentAt + (hour - margin) * 1000) throw overshot()
    expect(answer).toListUsers()
  }
}

/** Goes to `seconds` after the token was last answered and expects each list to refuse it, beside what is accepted. */
export async function isVoid(used: Used, token: string, logIn: LogIn, seconds = firstVoid): Promise<void> {
  const { api, clock, run } = used
  await clock.until(run.tokens.of(token).lastAnsweredAt + seconds * 1000)
  const witness = await acceptedNow(used)
  for (const family of api.listFamilies()) {
    if (witness) await api.listed(family, witness)
    const answer = await api.list(family, bearer(token))
    if (clockLeavesStores(run) && Array.isArray(notListed(answer))) throw outlived()
    expect(answer).toBeRefused()
    if (witness) await api.listed(family, witness)
  }
  if (witness) return
  // With nothing else to show that the list is being served, a login does; afterwards, since it could revive the token.
  const younger = await logIn()
  for (const family of api.listFamilies()) await api.listed(family, bearer(younger))
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
    const answer = await api.list(api.listFamily(), candidate, { role: 'twin' })
    if (Array.isArray(notListed(answer))) return candidate
  }
  return undefined
}

/** With a clock that moves the process but not its stores, a token that goes on working shows nothing. */
const clockLeavesStores = ({ declaration: { clock } }: Used['run']): boolean =>
  clock.kind !== 'none' && clock.covers === 'process'

const outlived = () =>
  new SetupFailed(
    'the token outlived the jump, but the store that holds it may not have moved (clock.covers: process)',
  )

const overshot = () =>
  new SetupFailed('the probe came later than planned, too close to the hour to be judged')
