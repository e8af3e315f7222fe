// The second step: what it returns, and that a wrong code, a wrong seed or a missing field gets no token.

import { expect } from '../../harness/engine/case/expect.ts'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import type { FreshChallenge } from '../../harness/client/steps/code-steps.ts'
import { encodings, families } from '../../harness/facts/families.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { isAnyCode } from './any-code.ts'
import { besideWrongCode } from './beside-wrong-code.ts'
import { earlierStep } from './earlier-step.ts'
import { familiesOfStep, familyOfStep, newerChallenge, onFamily } from './newer-challenge.ts'
import { commented, cutShort, extended } from '../wrong-values/near-misses.ts'
import { isSameText } from '../wrong-values/legal-equals.ts'
import { rejectedStep } from './rejected-step.ts'
import { requirement } from '../case/requirement.ts'
import { stepRejected } from './step-rejected.ts'
import { stillRedeems } from './still-redeems.ts'
import { challengeRules } from '../case/challenge-rules.ts'

for (const family of families) {
  requirement(
    challengeRules[family],
    'again, after a second step was done',
    { needs: ['mfaAccount'] },
    async ({ api, mfaAccount, run }) => {
      if (family === 'users-v1') api.challengesBySeed()
      // A server may remember the connection that carried the second step.
      const wire = run.wire.keepsConnections() ? { connection: `second-step-${run.random.word(6)}` } : {}
      await api.acceptsCode(mfaAccount, { wire })
      const again = await api.login(mfaAccount, { family, wire })
      if (family === 'users-v1') expect(again).toBeChallenge()
      else expect(again).toGrantNoToken()
    },
  )
}

requirement(
  'mfa.second-step-grants-token',
  'after a login on the newer family that is answered with code 101',
  { needs: ['mfaAccount'], rejects: { of: 'mfa', rank: 4, hopeful: true } },
  async ({ api, mfaAccount }) => {
    const code = await mfaAccount.nextCode()
    const challenge = await newerChallenge(api, mfaAccount)
    const token = expect(await api.answer(challenge, code)).toGrantToken()
    expect(await api.list(api.listFamily(), bearer(token, mfaAccount.username))).toListUsers()
  },
)

// Read as a number, such a code has fewer digits, or may be taken for another base. The case runs before the account has
// had rejections, since the code may be rejected.
for (const [title, zeros] of [
  ['a zero', 1],
  ['two zeros', 2],
] as const) {
  requirement(
    'mfa.second-step-grants-token',
    `with a code that begins with ${title}`,
    {
      needs: ['mfaAccount', 'clock'],
      phase: 'codes',
      rejects: { of: 'mfa', rank: 3, hopeful: true },
    },
    async ({ api, mfaAccount, clock, run }) => {
      if (run.clock.realTime) throw new NotDeclared('clock', 'needs a clock that jumps')
      await api.redeem(await api.freshChallenge(mfaAccount))
      const code = await mfaAccount.nextCode(zeros)
      if (!code.startsWith('0'.repeat(zeros)))
        throw new SetupFailed(`the clock went past the step at ${clock.now()}`)
      expect(await api.answer(await api.challenge(mfaAccount), code)).toGrantToken()
    },
  )
}

requirement(
  'mfa.second-step-token-response',
  'is JSON with a token',
  { needs: ['mfaAccount'] },
  async ({ api, mfaAccount, run }) => {
    const answered = (right: FreshChallenge) => api.answer(right, right.code)
    for (const on of await familiesOfStep({ api, run }, mfaAccount)) {
      const answer = earlierStep(run) ?? (await answered(await api.freshChallenge(mfaAccount, on)))
      api.succeeded(answer)
      expect(answer).toGrantToken()
      expect(answer).toHaveContentTypeJson()
    }
  },
)

const ofAnotherAccount = 'mfa.wrong-code/with-a-valid-seed-of-another-account'

// Uses the other account too if there is one: a constant in a server is the same for both.
for (const second of [false, true]) {
  requirement(
    'mfa.wrong-code',
    `with a valid seed${second ? ', of another account' : ''}`,
    {
      changed: 'otp_code',
      needs: [second ? 'mfaAccount2' : 'mfaAccount'],
      rejects: second ? { of: 'mfa2', rank: 1 } : { of: 'mfa', rank: 2, repeats: ofAnotherAccount },
    },
    async (tools) => {
      const { api } = tools
      const account = second ? tools.mfaAccount2 : tools.mfaAccount
      const on = await familyOfStep(tools, account)
      await api.acceptsCode(account, on)
      // The wrong code may end the older one of two tokens only.
      if (!tools.run.clock.realTime) await api.acceptsCode(account, on)
      await besideWrongCode(tools, account, async () => {
        const tried = await api.freshChallenge(account, on)
        await stepRejected(api, await api.answer(tried, account.wrongCode()))
        return await stillRedeems(tools, account, tried.code, on)
      })
    },
  )
}

requirement(
  'mfa.wrong-code',
  'one digit off',
  { needs: ['mfaAccount2'], changed: 'the last digit of otp_code' },
  async ({ api, mfaAccount2, run }) => {
    api.leftOutUnderLimits()
    await api.acceptsCode(mfaAccount2)
    const tried = await api.freshChallenge(mfaAccount2)
    await stepRejected(api, await api.answer(tried, mfaAccount2.wrongCode(tried.code)))
    await stillRedeems({ api, run }, mfaAccount2, tried.code)
  },
)

requirement(
  'mfa.wrong-code',
  'on the newer family where it answers code 101',
  { needs: ['mfaAccount'], changed: 'otp_code' },
  async ({ api, mfaAccount, run }) => {
    api.leftOutUnderLimits()
    // Waits for the codes first: a seed may expire while the suite waits for a code.
    const first = await mfaAccount.nextCode()
    await api.redeem(await newerChallenge(api, mfaAccount), first)
    const code = await mfaAccount.nextCode()
    const wrong = mfaAccount.wrongCode(code)
    const tried = await newerChallenge(api, mfaAccount)
    await stepRejected(api, await api.answer(tried, wrong))
    // A server may look at the first code for a seed only.
    await stepRejected(api, await api.answer(tried, mfaAccount.wrongCode(code)), 'a second one for its seed')
    for (const value of [`${code}0`, code.slice(0, -1), true]) {
      if (isAnyCode(mfaAccount, String(value))) continue
      const other = await newerChallenge(api, mfaAccount)
      const fields = { seed: other.seed, otp_code: value }
      await stepRejected(
        api,
        await api.answer(other, code, { fields }),
        'one that a loose comparison accepts',
      )
    }
    await stillRedeems({ api, run }, mfaAccount, code, { family: 'v1' })
  },
)

requirement(
  'mfa.wrong-seed',
  'with a valid code',
  { needs: ['mfaAccount'], changed: 'seed', rejects: { of: 'nobody', rank: 1 } },
  async ({ api, mfaAccount, run }) => {
    api.challengesBySeed()
    await api.acceptsCode(mfaAccount)
    for (const on of await familiesOfStep({ api, run }, mfaAccount)) {
      const right = await api.freshChallenge(mfaAccount, on)
      // If failed logins are limited, one wrong seed has to do: it also shows whether the server compares the end, and
      // whether it pastes the seed into its database query.
      const longer = commented(right.seed, run.random)
      const isWrong = run.failedLogins.limited && !isSameText(longer, right.seed)
      const seed = isWrong ? longer : run.random.word(Math.max(16, right.seed.length))
      for (const encoding of run.failedLogins.limited ? (['json'] as const) : encodings) {
        const sent = { account: null, encoding }
        const answer = await api.answer({ ...right, seed }, right.code, sent)
        await stepRejected(api, answer, `in ${encoding}${onFamily(on)}`)
      }
      await api.redeem(await api.freshChallenge(mfaAccount, on))
    }
  },
)

requirement(
  'mfa.wrong-seed',
  'extended and cut',
  { needs: ['mfaAccount2'], changed: 'the end of the seed', rejects: { of: 'nobody', rank: 5 } },
  async ({ api, mfaAccount2, run }) => {
    api.challengesBySeed()
    await api.acceptsCode(mfaAccount2)
    for (const on of await familiesOfStep({ api, run }, mfaAccount2)) {
      const right = await api.freshChallenge(mfaAccount2, on)
      // A short seed is not cut: it may be a number, and the rest could be another issued seed.
      const near = [extended(right.seed, run.random), cutShort(right.seed)]
      const wrong = near.flatMap((one) => (one === undefined || isSameText(one, right.seed) ? [] : one))
      if (wrong.length === 0) throw new NotSupported('a seed of this form can stand with more behind it')
      // If failed logins are limited, this case may send one of the two only; mfa.wrong-seed already sends a longer one.
      const tried = run.failedLogins.limited ? wrong.slice(-1) : wrong
      for (const seed of tried) {
        const answer = await api.answer({ ...right, seed }, right.code, { account: null })
        await stepRejected(api, answer, onFamily(on) || undefined)
      }
      await api.redeem(await api.freshChallenge(mfaAccount2, on))
    }
  },
)

rejectedStep(
  'mfa.missing-field',
  'without seed',
  { whose: 'mfaAccount', changed: 'seed is left out', rejects: { of: 'nobody', rank: 1 } },
  ({ account: { username } }, { run }) => {
    const alone = [undefined, { seed: undefined }] as const
    const named = ['the username', { seed: undefined, username }] as const
    return run.failedLogins.limited ? [alone] : [alone, named]
  },
)

requirement(
  'mfa.missing-field',
  'without otp_code',
  { needs: ['mfaAccount'], changed: 'otp_code is left out', rejects: { of: 'mfa', rank: 1 } },
  async ({ api, mfaAccount, run }) => {
    api.challengesBySeed()
    const on = await familyOfStep({ api, run }, mfaAccount)
    await api.acceptsCode(mfaAccount, on)
    const right = await api.freshChallenge(mfaAccount, on)
    await stepRejected(api, await api.answer(right, right.code, { fields: { seed: right.seed } }))
    await api.redeem(await api.freshChallenge(mfaAccount, on))
  },
)

// Accepted by a server that compares only as many digits as were sent, ignores the last one, or searches the valid code
// for the text.
requirement(
  'mfa.wrong-code',
  'a valid one without its last digit',
  {
    needs: ['mfaAccount2'],
    changed: 'the last digit of otp_code is left out',
    rejects: { of: 'mfa2', rank: 3 },
  },
  async ({ api, mfaAccount2, run }) => {
    await api.acceptsCode(mfaAccount2)
    const tried = await api.freshChallenge(mfaAccount2)
    const short = tried.code.slice(0, -1)
    if (isAnyCode(mfaAccount2, short)) throw new SetupFailed('by chance, its number is that of a valid code')
    await stepRejected(api, await api.answer(tried, short))
    await stillRedeems({ api, run }, mfaAccount2, tried.code)
  },
)
