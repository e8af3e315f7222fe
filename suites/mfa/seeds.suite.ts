// Seeds: each is fresh, belongs to one account, and works once.

import { holds } from '../../harness/engine/case/expect.ts'
import type { MfaAccount, Tools } from '../../harness/engine/case/tools.ts'
import { field } from '../../harness/client/answer.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import { AskedToWait, SetupFailed } from '../../harness/outcomes.ts'
import { wrongPassword } from './wrong-password.ts'
import { otherCase } from '../wrong-values/near-misses.ts'
import { encodingsOfStep } from './in-form.ts'
import { demandAnother } from './demand-another.ts'
import { familiesOfStep, newerChallenge, onFamily } from './newer-challenge.ts'
import { ifAnswered } from '../case/if-answered.ts'
import { requirement } from '../case/requirement.ts'
import { stepRejected } from './step-rejected.ts'

// Each family runs between second steps, which reset the count of failures in a row.
wrongPassword('users-v1', 'extended')

requirement(
  'mfa.other-accounts-seed',
  'with a code of the account that answers',
  {
    needs: ['mfaAccount', 'mfaAccount2'],
    changed: 'the seed is that of another account',
    rejects: { of: 'mfa2', rank: 1 },
  },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    await api.acceptsCode(mfaAccount)
    await api.acceptsCode(mfaAccount2)
    for (const on of await familiesOfStep({ api, run }, mfaAccount2)) {
      for (const encoding of encodingsOfStep(run)) {
        // No other account is named, so a server can count the failure only against the owner of the seed.
        const theirs = await api.freshChallenge(mfaAccount2, on)
        const code = await codeOfOneOnly(mfaAccount, mfaAccount2)
        // The account that answers has an open challenge of its own, the newest one.
        await api.challenge(mfaAccount, on)
        const answer = await api.answer(theirs, code, { encoding })
        await stepRejected(api, answer, `in ${encoding}${onFamily(on)}`)
      }
    }
    await api.redeem(await api.freshChallenge(mfaAccount))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

requirement(
  'mfa.other-accounts-seed',
  'with a code of an account that a field names',
  { needs: ['mfaAccount', 'mfaAccount2'], changed: 'the code is that of the account in username' },
  async ({ api, mfaAccount, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    await api.redeem(await api.freshChallenge(mfaAccount2))
    const theirs = await api.freshChallenge(mfaAccount2)
    const code = await codeOfOneOnly(mfaAccount, mfaAccount2)
    const fields = { seed: theirs.seed, otp_code: code, username: mfaAccount.username }
    await stepRejected(api, await api.answer(theirs, code, { fields }))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

requirement(
  'mfa.seed-one-time',
  'a seed that bought a token buys no second one',
  {
    needs: ['mfaAccount', 'mfaAccount2'],
    changed: 'the seed was already spent',
    rejects: { of: 'mfa', rank: 1 },
  },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    const spent = await api.challengeAtEnd(mfaAccount, mfaAccount2)
    const taken = run.clock.now()
    const twin = await api.challenge(mfaAccount2)
    await api.redeem(spent)
    // If failed logins are limited, only the next code is sent: its rejection can only be due to the spent seed.
    if (!run.failedLogins.limited)
      await stepRejected(api, await api.answer(spent, spent.code), 'the same code again')

    // A login of any account may change what a server remembers of seeds.
    const { plain } = run.declaration.accounts
    if (plain) await ifAnswered(() => api.login(plain, { role: 'step' }))

    // The second submission uses a code never sent before, so only the seed can cause the rejection.
    await stepRejected(api, await api.answer(spent, await mfaAccount.nextCode()), 'the next code')

    // An unspent seed of the same age still works, so neither a lockout nor the seed's age caused the rejection.
    const code = await mfaAccount2.nextCode()
    const age = Math.ceil((run.clock.now() - taken) / 1000)
    try {
      await api.redeem(twin, code)
    } catch (error) {
      if (!(error instanceof SetupFailed) || error instanceof AskedToWait) throw error
      throw new SetupFailed(
        `${error.message}. Its seed was ${age} s old: where seeds live no longer, declare clock: { kind: control }`,
      )
    }
  },
)

requirement(
  'mfa.seed-one-time',
  'a spent seed buys nothing in form encoding, nor where the other family has its second step',
  { needs: ['mfaAccount', 'mfaAccount2'], changed: 'the seed was already spent' },
  async ({ api, mfaAccount, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const spent = await api.challengeAtEnd(mfaAccount, mfaAccount2)
    await api.redeem(spent)
    const code = await mfaAccount.nextCode()
    await stepRejected(api, await api.answer(spent, code, { encoding: 'form' }))
    const elsewhere = api.hasLogin('v1') ? await otherSecondStep(api, mfaAccount2, spent) : undefined
    if (elsewhere) await stepRejected(api, await api.answer({ ...spent, otpUrl: elsewhere }, code))
    // Sends a code of its own: whether a spent seed also spends the code sent with it is not specified.
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

requirement(
  'mfa.seed-one-time',
  'a spent seed buys nothing in other letter case, nor with a space behind it',
  { needs: ['mfaAccount'], changed: 'the spelling of a seed that was already spent' },
  async ({ api, mfaAccount }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const spent = await api.freshChallenge(mfaAccount)
    await api.redeem(spent)
    const code = await mfaAccount.nextCode()
    for (const [what, seed] of [
      ['a spent seed in other letter case', otherCase(spent.seed)],
      ['a spent seed and a space', `${spent.seed} `],
    ] as const)
      await stepRejected(api, await api.answer({ ...spent, seed }, code), what)
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

// A server that remembers only the seed spent last accepts the one before it again.
requirement(
  'mfa.seed-one-time',
  'again, after the next one',
  { needs: ['mfaAccount2'], changed: 'the seed was already spent, and a later one too' },
  async ({ api, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const spent = await api.freshChallenge(mfaAccount2)
    await api.redeem(spent)
    await api.redeem(await api.freshChallenge(mfaAccount2))
    await stepRejected(api, await api.answer(spent, await mfaAccount2.nextCode()))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

// A server may keep used seeds in a cache that forgets them while a seed is still valid.
requirement(
  'mfa.seed-one-time',
  'an hour later',
  { needs: ['mfaAccount2', 'clock'], changed: 'the seed was spent an hour ago' },
  async ({ api, mfaAccount2, clock }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const spent = await api.freshChallenge(mfaAccount2)
    await api.redeem(spent)
    await clock.forward(3600)
    await stepRejected(api, await api.answer(spent, await mfaAccount2.nextCode()))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

requirement(
  'mfa.seed-one-time',
  'on the newer family where it answers code 101',
  { needs: ['mfaAccount'], changed: 'the seed was already spent' },
  async ({ api, mfaAccount }) => {
    api.leftOutUnderLimits()
    const code = await mfaAccount.nextCode()
    const spent = await newerChallenge(api, mfaAccount)
    await api.redeem(spent, code)
    await stepRejected(api, await api.answer(spent, await mfaAccount.nextCode()))
    const next = await mfaAccount.nextCode()
    await api.redeem(await newerChallenge(api, mfaAccount), next)
  },
)

requirement(
  'mfa.seed-fresh',
  'after a seed was spent',
  { needs: ['mfaAccount'] },
  async ({ api, mfaAccount }) => {
    api.challengesBySeed()
    const spent = await api.freshChallenge(mfaAccount)
    await api.redeem(spent)
    const next = await api.challenge(mfaAccount)
    demandAnother(next, spent)
  },
)

requirement(
  'mfa.seed-per-account',
  'two accounts at once',
  { needs: ['mfaAccount', 'mfaAccount2'] },
  async ({ api, mfaAccount, mfaAccount2 }) => {
    api.challengesBySeed()
    const [one, other] = [await api.challenge(mfaAccount), await api.challenge(mfaAccount2)]
    holds(one.seed !== other.seed, 'another seed for another account', 'both challenges carry the same seed')
  },
)

/** Returns a code of one account that is not valid for the other, if the codes of the other are known. */
async function codeOfOneOnly(one: MfaAccount, other: MfaAccount): Promise<string> {
  const code = await one.nextCode()
  if (other.otpCommand === undefined && other.isNear(code))
    throw new SetupFailed('by chance, that code is also a valid one of the seed’s account')
  return code
}

/** Returns the URL that the newer family names for its second step, if it isn't the challenge's. */
async function otherSecondStep(
  api: Tools['api'],
  account: MfaAccount,
  { otpUrl }: Challenge,
): Promise<string | undefined> {
  const { json } = await api.login(account, { family: 'v1', role: 'step' })
  const named = field(json, 'otp_url')
  return typeof named === 'string' && named !== otpUrl ? named : undefined
}
