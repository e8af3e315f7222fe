import { expect, holds } from '../../harness/engine/expect.ts'
import type { MfaAccount, Tools } from '../../harness/engine/tools.ts'
import { field } from '../../harness/client/answer.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import { SetupFailed } from '../../harness/verdicts/outcomes.ts'
import { wrongPassword } from './wrong-password.ts'
import { extended, oneChanged } from '../wrong-values/near-misses.ts'
import { requirement } from '../requirement.ts'

// Each family between second steps, which clear the count of failures in a row.
wrongPassword('users-v1', [extended, oneChanged])

requirement(
  'mfa.other-accounts-seed',
  'with a code of the account that answers',
  {
    needs: ['mfaAccount', 'mfaAccount2'],
    changed: 'the seed is that of another account',
    rejects: { of: 'mfa2', rank: 1 },
  },
  async ({ api, mfaAccount, mfaAccount2 }) => {
    api.challengesBySeed()
    await api.redeem(await api.freshChallenge(mfaAccount))
    await api.redeem(await api.freshChallenge(mfaAccount2))
    // A server can only count the failure against the owner of the seed: no other account is named.
    const theirs = await api.freshChallenge(mfaAccount2)
    expect(await api.answer(theirs, await mfaAccount.nextCode())).toBeRejected()
    await api.redeem(await api.freshChallenge(mfaAccount))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

requirement(
  'mfa.seed-one-time',
  'a seed that bought a token buys no second one',
  {
    needs: ['mfaAccount', 'mfaAccount2'],
    changed: 'the seed was already spent',
    keepsCodes: { mfaAccount: 2, mfaAccount2: 1 },
    rejects: { of: 'mfa', rank: 1 },
  },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    api.challengesBySeed()
    const spent = await api.challengeAtEnd(mfaAccount, mfaAccount2)
    const taken = run.clock.now()
    const twin = await api.challenge(mfaAccount2)
    await api.redeem(spent)
    // Where rejections are limited, the next code is the one that only a spent seed can be rejected with.
    if (!run.failedLogins.limited)
      expect(await api.answer(spent, spent.code)).toBeRejected('the same code again')

    // The second submission carries a code never sent before, so only the seed can be at fault.
    expect(await api.answer(spent, await mfaAccount.nextCode())).toBeRejected('the next code')

    // A seed of the same age, unspent, still works: the refusal was neither a lockout nor old age.
    const code = await mfaAccount2.nextCode()
    const age = Math.ceil((run.clock.now() - taken) / 1000)
    try {
      await api.redeem(twin, code)
    } catch (error) {
      if (!(error instanceof SetupFailed)) throw error
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
    expect(await api.answer(spent, code, { encoding: 'form' })).toBeRejected()
    const elsewhere = api.hasLogin('v1') ? await otherSecondStep(api, mfaAccount2, spent) : undefined
    if (elsewhere) expect(await api.answer({ ...spent, otpUrl: elsewhere }, code)).toBeRejected()
    // With a code of its own: whether a spent seed uses up the code that is sent with it is not shown.
    await api.redeem(await api.freshChallenge(mfaAccount))
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
    holds(
      next.seed !== spent.seed,
      'another seed in the next challenge',
      'the challenge carries the seed that was spent',
    )
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

/** Where the newer family has its second step, if that is another place than the challenge names. */
async function otherSecondStep(
  api: Tools['api'],
  account: MfaAccount,
  { otpUrl }: Challenge,
): Promise<string | undefined> {
  const { json } = await api.login(account, { family: 'v1', role: 'step' })
  const named = field(json, 'otp_url')
  return typeof named === 'string' && named !== otpUrl ? named : undefined
}
