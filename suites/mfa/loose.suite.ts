// Codes and seeds that a careless comparison takes for valid ones.

import { expect } from '../../harness/engine/case/expect.ts'
import { isChallenge, tokenIn } from '../../harness/client/answer.ts'
import { sawStrangerRejected } from '../../harness/client/controls.ts'
import { families } from '../../harness/facts/families.ts'
import { codeOfStep } from '../../harness/ledgers/code-of-step.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { injection } from '../wrong-values/injection.ts'
import {
  noObjects,
  nothings,
  otherTypes,
  patternsOf,
  told,
  wordsForNothing,
} from '../wrong-values/loose-comparisons.ts'
import { isAnyCode } from './any-code.ts'
import { wrongPassword } from './wrong-password.ts'
import { beforeDomain, behindZero, extended, firstChanged } from '../wrong-values/near-misses.ts'
import { mayBeIssued } from './may-be-issued.ts'
import { rejectedStep } from './rejected-step.ts'
import { requirement } from '../case/requirement.ts'
import { stepRejected } from './step-rejected.ts'
import { challengeRules } from '../case/challenge-rules.ts'

// As on the older family (seeds.suite.ts), but apart from it, so that second steps come in between.
wrongPassword('v1', 'one character changed')

for (const family of families) {
  const rule = challengeRules[family]

  // In capitals with default limits, as in CVE-2020-12812. A server that tells the letters apart rejects the name, which
  // is nobody's.
  requirement(
    rule,
    `to other spellings of the username on ${family}`,
    {
      needs: ['mfaAccount', 'account'],
      changed: 'the username',
      rejects: { of: 'nobody', rank: family === 'v1' ? 2 : 4, family },
    },
    async ({ api, mfaAccount, account, run }) => {
      const { limited } = run.failedLogins
      const { username, password } = mfaAccount
      const stranger = {
        username: beforeDomain(username, (name) => extended(name, run.random)),
        password,
      }
      const areLetIn = limited
        ? !(await sawStrangerRejected(run))
        : tokenIn(await api.login(stranger, { family, role: 'step' })) !== undefined
      if (areLetIn) throw new NotSupported('names that no account has are let in')
      await api.betweenLogins(account, { family }, async () => {
        // A server may take such a name for the account's, but must not drop the second step for it.
        const names = [
          ['in capitals', username.toUpperCase()],
          ['with a space behind it', `${username} `],
          ['with a space before it', ` ${username}`],
          ['in wide letters', fullWidth(username)],
          ['with a tab behind it', `${username}\t`],
          ['with a null character behind it', `${username}\0`],
          ['with a domain', username.includes('@') ? username : `${username}@localhost`],
          ['with a domain before it', username.includes('\\') ? username : `.\\${username}`],
        ] as const
        const others = names.filter(([, one]) => one !== username)
        for (const [what, name] of others) {
          const answer = await api.login({ username: name, password }, { family })
          expect(answer).toGrantNoToken(`the name ${what}`)
          // If failed logins are limited, one of them is planned.
          if (limited && !isChallenge(answer)) return
        }
        if (limited) return
        for (const spaced of [`${password} `, ` ${password}`])
          expect(await api.login({ username, password: spaced }, { family })).toGrantNoToken(
            'the password with a space around it',
          )
        // A server that reads the only member of a list must not drop the second step for it either.
        const fields = { username: [username], password }
        expect(await api.login(mfaAccount, { family, fields })).toGrantNoToken('the username in a list')
      })
    },
  )

  requirement(
    rule,
    `to a login with fields of the second step on ${family}`,
    { needs: ['mfaAccount', 'account'] },
    async ({ api, mfaAccount, account }) => {
      api.leftOutUnderLimits()
      const { username, password } = mfaAccount
      const code = mfaAccount.wrongCode()
      await api.betweenLogins(account, { family }, async () => {
        for (const more of [
          { otp_code: code },
          { otp_code: '' },
          { seed: 'none' },
          { otp_code: code, seed: 'none' },
        ])
          expect(
            await api.login(mfaAccount, { fields: { username, password, ...more }, family }),
          ).toGrantNoToken()
      })
    },
  )

  requirement(
    rule,
    `to three logins in a row on ${family}`,
    { needs: ['mfaAccount2', 'account'], phase: 'challenges' },
    async ({ api, mfaAccount2, account }) => {
      await api.betweenLogins(account, { family }, async () => {
        for (let time = 1; time <= 3; time++)
          expect(await api.login(mfaAccount2, { family })).toGrantNoToken()
      })
    },
  )
}

/** Writes letters and digits in their full-width forms, which Unicode normal form KC turns back. */
function fullWidth(text: string): string {
  return text.replaceAll(/[\x21-\x7e]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
}

rejectedStep(
  'mfa.wrong-code',
  'what loose comparisons take for valid',
  { whose: 'mfaAccount', changed: 'otp_code' },
  ({ account, code: valid }) => {
    const near = [
      ...patternsOf(valid).map((pattern, at) => [`pattern ${at + 1}`, pattern] as const),
      ['a condition of SQL', injection],
      ['two of its digits', valid.slice(1, 3)],
      ['a digit behind it', `${valid}0`],
      ['a digit before it', `1${valid}`],
      ['all but its first digit', valid.slice(1)],
      ['another first digit', firstChanged(valid)],
      ['a letter behind it', `${valid}é`],
      ['more behind a null character', `${valid}\0x`],
      ['itself in a list', `1,${valid}`],
      ['its digits from back to front', [...valid].reverse().join('')],
      ['its digits in order', [...valid].sort().join('')],
      ...['0', '1', '9'].map((digit) => [`the digit ${digit} alone`, digit.repeat(valid.length)] as const),
      // Valid forever if a server accepts counters besides time steps (HOTP, RFC 4226).
      ...[0, 1].map((step) => [`the code of counter ${step}`, codeOfStep(account, step)] as const),
      ...otherTypes.map((value) => [told(value), value] as const),
    ] as const
    // In the middle: which of several values a server reads is open.
    const list = [account.wrongCode(valid), valid, account.wrongCode(valid)]
    const values = near.filter(([, code]) => !isAnyCode(account, String(code)))
    return [...values, ['a list with itself between wrong ones', list] as const].map(
      ([what, code]) => [`${what} instead of the code`, { otp_code: code }] as const,
    )
  },
)

requirement(
  'mfa.wrong-code',
  'six for one seed',
  { needs: ['mfaAccount2'], changed: 'otp_code' },
  async ({ api, mfaAccount2 }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    await api.acceptsCode(mfaAccount2)
    const tried = await api.freshChallenge(mfaAccount2)
    for (let time = 1; time <= 6; time++)
      await stepRejected(api, await api.answer(tried, mfaAccount2.wrongCode()))
    await api.redeem(await api.challenge(mfaAccount2), tried.code)
  },
)

rejectedStep(
  'mfa.wrong-seed',
  'what loose comparisons take for valid',
  { whose: 'mfaAccount', changed: 'seed' },
  ({ account, seed: valid }, { run }) =>
    [
      ...patternsOf(valid),
      behindZero(valid, run.random),
      '\ud83d',
      `${valid}${' '.repeat(1100)}${'x'.repeat(8)}`,
      injection,
      account.username,
      ...wordsForNothing,
      ...otherTypes,
      false,
    ]
      .filter((one) => !mayBeIssued(String(one), valid))
      .map((seed) => [told(seed), { seed }] as const),
)

rejectedStep(
  'mfa.missing-field',
  'null, 0 and false instead of otp_code',
  { whose: 'mfaAccount2', changed: 'otp_code' },
  ({ account }) =>
    nothings
      .filter((code) => !isAnyCode(account, String(code)))
      .map((code) => [told(code), { otp_code: code }] as const),
)

rejectedStep(
  'mfa.missing-field',
  'bodies of JSON that hold no fields',
  { whose: 'mfaAccount2', changed: 'the body' },
  () => noObjects.map((body) => [`the body ${body}`, { seed: undefined }, { body }] as const),
)

requirement(
  'mfa.wrong-seed',
  'a live token in its place',
  { needs: ['account', 'mfaAccount'], changed: 'seed' },
  async ({ api, account, mfaAccount }) => {
    api.challengesBySeed()
    api.leftOutUnderLimits()
    const own = await api.redeem(await api.freshChallenge(mfaAccount))
    const other = await api.token(account)
    const valid = await api.freshChallenge(mfaAccount)
    for (const [whose, seed] of [
      ['the account itself', own],
      ['another account', other],
    ] as const) {
      const sent = { fields: { seed, otp_code: valid.code }, account: null }
      await stepRejected(api, await api.answer(valid, valid.code, sent), `a live token of ${whose}`)
    }
    await api.redeem(await api.challenge(mfaAccount), valid.code)
  },
)

rejectedStep(
  'mfa.missing-field',
  'with an empty seed',
  { whose: 'mfaAccount', changed: 'seed is empty', rejects: { of: 'nobody', rank: 6 } },
  () => [[undefined, { seed: '' }]],
)

// Uses the other account too if there is one: each may get few rejections.
for (const second of [false, true]) {
  rejectedStep(
    'mfa.missing-field',
    `with an empty otp_code${second ? ', of another account' : ''}`,
    {
      whose: second ? 'mfaAccount2' : 'mfaAccount',
      changed: 'otp_code is empty',
      rejects: second ? { of: 'mfa2', rank: 4 } : { of: 'mfa', rank: 2 },
    },
    () => [[undefined, { otp_code: '' }]],
  )
}
