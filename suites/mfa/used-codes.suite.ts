// Codes that were accepted once, sent again.

import { encodings } from '../../harness/facts/families.ts'
import { ifAnswered } from '../case/if-answered.ts'
import { requirement } from '../case/requirement.ts'
import { encodingsOfStep } from './in-form.ts'
import { familiesOfStep, familyOfStep, newerChallenge } from './newer-challenge.ts'
import { stepRejected } from './step-rejected.ts'

requirement(
  'mfa.code-one-time',
  'with a second seed',
  { needs: ['mfaAccount2'], changed: 'the code was already spent', rejects: { of: 'mfa2', rank: 1 } },
  async ({ api, mfaAccount2, run }) => {
    api.challengesBySeed()
    // If failed logins are limited, the second seed is of the other path family, and sent in a form if the server reads one:
    // it may remember codes for each.
    const first = await api.freshChallenge(mfaAccount2, await familyOfStep({ api, run }, mfaAccount2))
    await api.redeem(first)
    // A login of any account may change what a server remembers of codes.
    const { plain } = run.declaration.accounts
    if (plain) await ifAnswered(() => api.login(plain, { role: 'step' }))
    for (const encoding of run.failedLogins.limited ? encodingsOfStep(run) : encodings) {
      const again = await api.challenge(mfaAccount2)
      await stepRejected(api, await api.answer(again, first.code, { encoding }), `in ${encoding}`)
    }
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

requirement(
  'mfa.code-one-time',
  'with a seed of the other path family, and twice on the newer one',
  { needs: ['mfaAccount'], changed: 'the code was already spent' },
  async ({ api, mfaAccount, run }) => {
    api.leftOutUnderLimits()
    const other = await newerChallenge(api, mfaAccount)
    const first = await api.freshChallenge(mfaAccount, { family: 'users-v1' })
    await api.redeem(first)
    await stepRejected(api, await api.answer(other, first.code))
    const [, newer] = await familiesOfStep({ api, run }, mfaAccount)
    if (newer) {
      const code = await mfaAccount.nextCode()
      await api.redeem(await newerChallenge(api, mfaAccount), code)
      const again = await api.answer(await newerChallenge(api, mfaAccount), code)
      await stepRejected(api, again, 'twice on the newer family')
    }
    await api.redeem(await api.freshChallenge(mfaAccount))
  },
)

requirement(
  'mfa.code-one-time',
  'again, as a number and with a space in it',
  { needs: ['mfaAccount2'], changed: 'the code was already spent, and is spelled differently' },
  async ({ api, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const first = await api.freshChallenge(mfaAccount2)
    await api.redeem(first)
    for (const code of [Number(first.code), `${first.code.slice(0, 3)} ${first.code.slice(3)}`]) {
      const tried = await api.challenge(mfaAccount2)
      const fields = { seed: tried.seed, otp_code: code }
      await stepRejected(api, await api.answer(tried, first.code, { fields }), `a ${typeof code}`)
    }
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)

// A server that remembers only the code accepted last accepts the one before it again, if its window still contains it.
requirement(
  'mfa.code-one-time',
  'again, after the next one',
  { needs: ['mfaAccount2'], changed: 'the code was already spent, and a later one too' },
  async ({ api, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const first = await api.freshChallenge(mfaAccount2)
    await api.redeem(first)
    await api.redeem(await api.freshChallenge(mfaAccount2))
    await stepRejected(api, await api.answer(await api.challenge(mfaAccount2), first.code))
    await api.redeem(await api.freshChallenge(mfaAccount2))
  },
)
