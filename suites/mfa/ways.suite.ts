// Second steps in ways that few clients use, and those of two accounts in one time step.

import { expect } from '../../harness/engine/case/expect.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import type { MfaAccount } from '../../harness/engine/case/tools.ts'
import { families } from '../../harness/facts/families.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { rejectedStep } from './rejected-step.ts'
import { requirement } from '../case/requirement.ts'
import { told, wordsForNothing } from '../wrong-values/loose-comparisons.ts'
import { isAnyCode } from './any-code.ts'
import { newerChallenge } from './newer-challenge.ts'
import { redeemInForm } from './in-form.ts'
import { stepRejected } from './step-rejected.ts'
import { spoofedLogins } from '../wrong-values/spoofed-headers.ts'

const unknownToken: Header[] = [['Authorization', 'Bearer no-login-returned-this']]

/** How often a code whose time step is over is replaced. */
const mostAgain = 10

// Second steps in ways that few cases use. If failed logins are limited, other cases send a wrong code in each way.
for (const family of families) {
  requirement(
    'mfa.wrong-code',
    `in form encoding on ${family}`,
    { needs: ['mfaAccount2'], changed: 'otp_code' },
    async ({ api, mfaAccount2, run }) => {
      api.challengesBySeed()
      api.leftOutUnderLimits()
      // Waits for the codes first: a seed may expire while the suite waits for a code.
      const challenge = async () =>
        family === 'v1'
          ? await newerChallenge(api, mfaAccount2)
          : await api.challenge(mfaAccount2, { family })
      const first = await mfaAccount2.nextCode()
      await redeemInForm({ api, run }, { ...(await challenge()), code: first })
      const code = await mfaAccount2.nextCode()
      const sent = { encoding: 'form' } as const
      await stepRejected(api, await api.answer(await challenge(), mfaAccount2.wrongCode(code), sent))
      await redeemInForm({ api, run }, { ...(await challenge()), code })
    },
  )
}

rejectedStep(
  'mfa.wrong-code',
  'as if from the server itself, with headers of proxies, and values that are no codes',
  { whose: 'mfaAccount2', changed: 'otp_code' },
  ({ account, code: valid }, { run }) => [
    ...spoofedLogins(account.username, run.wire.origin).map(
      ([what, headers]) => [what, { otp_code: account.wrongCode() }, { headers }] as const,
    ),
    // A server may take a request with a credential for one that is logged in.
    ['beside an unknown token', { otp_code: account.wrongCode() }, { headers: unknownToken }],
    // More than a number has room for, and half of a pair of UTF-16, which many libraries fail to write as UTF-8.
    ['1100 digits', { otp_code: '9'.repeat(1100) }],
    ['half of a pair', { otp_code: '\ud83d' }],
    ...noCodes(account, valid)
      .filter(([, code]) => !isAnyCode(account, String(code)))
      .map(([what, code]) => [what, { otp_code: code }] as const),
  ],
)

requirement(
  'mfa.missing-field',
  'a field left out, empty or null, on the newer family where it answers code 101',
  { needs: ['mfaAccount'], changed: 'otp_code or seed' },
  async ({ api, mfaAccount }) => {
    api.leftOutUnderLimits()
    const first = await mfaAccount.nextCode()
    await api.redeem(await newerChallenge(api, mfaAccount), first)
    const code = await mfaAccount.nextCode()
    for (const field of ['otp_code', 'seed'] as const) {
      for (const value of [undefined, '', null]) {
        const tried = await newerChallenge(api, mfaAccount)
        const fields = { seed: tried.seed, otp_code: code, [field]: value }
        await stepRejected(api, await api.answer(tried, code, { fields }), `${told(value)} as ${field}`)
      }
    }
    await api.redeem(await newerChallenge(api, mfaAccount), code)
  },
)

rejectedStep(
  'mfa.missing-field',
  'null instead of seed',
  { whose: 'mfaAccount2', changed: 'seed is null', rejects: { of: 'nobody', rank: 3 } },
  () => [[undefined, { seed: null }]],
)

// The time step of one account's code must not spend another's. The first seed is used before the second challenge, since the
// specification does not say which challenges void an older one.
requirement(
  'mfa.second-step-grants-token',
  'of two accounts in one time step',
  { needs: ['mfaAccount', 'mfaAccount2', 'clock'], phase: 'codes' },
  async ({ api, mfaAccount, mfaAccount2, run }) => {
    if (run.clock.realTime) throw new NotDeclared('clock', 'needs a clock that jumps')
    api.challengesBySeed()
    const codes = await codesOfOneStep(mfaAccount, mfaAccount2)
    for (const [account, code] of [
      [mfaAccount, codes[0]],
      [mfaAccount2, codes[1]],
    ] as const) {
      const answer = await api.answer(await api.challenge(account), code)
      // A server may accept codes of the current step only.
      if (tokenIn(answer) === undefined && account.codeAt(0) !== code)
        throw new SetupFailed('the time step ended before its code was answered')
      // If a code of a later step gets no token either, the shared one is not at fault.
      if (tokenIn(answer) === undefined) await api.redeem(await api.freshChallenge(account))
      expect(answer).toGrantToken()
    }
  },
)

/**
 * Numbers and words that a server which reads a code as a number may take for the valid one: with 32 bits, a number that is
 * greater by 2^32; with a comparison that nothing is less or greater than, NaN.
 */
function noCodes(account: MfaAccount, valid: string): (readonly [what: string, code: unknown])[] {
  const wrong = Number(account.wrongCode())
  const wrapped = Number(valid) + 2 ** 32
  return [
    ['a wrong code as a number', wrong],
    ['a number with a fraction', wrong + 0.25],
    ['a number greater by 2^32', wrapped],
    ['the digits of a number greater by 2^32', String(wrapped)],
    ...['-1', 'NaN', ...wordsForNothing].map((word) => [word, word] as const),
  ]
}

/** Codes that were never sent, both of the current time step: waiting for one may leave the other's step behind. */
async function codesOfOneStep(one: MfaAccount, other: MfaAccount): Promise<[string, string]> {
  const codes: [string, string] = [await one.nextCode(), await other.nextCode()]
  for (let again = 0; again < mostAgain; again++) {
    if (one.codeAt(0) !== codes[0]) codes[0] = await one.nextCode()
    else if (other.codeAt(0) !== codes[1]) codes[1] = await other.nextCode()
    else return codes
  }
  throw new SetupFailed('the two accounts got no codes of the same time step')
}
