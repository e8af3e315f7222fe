import type { Rejections } from './counting-proxy.ts'
import type { Mismatch } from './expected.ts'

/** What the suite may cost a server if the declaration sets no limits (docs/declaration.md). */
const most = { inAll: 25, ofAccount: 4, inARow: 2 }

/**
 * Defects that stand for likely faults of real servers in logins and second steps. Even with default limits, at least one
 * of the rules that they break must fail; finding any other defect may cost more than the limits allow.
 *
 * Four accounts have sixteen rejections, and each kind of fault needs its own value. Seven wrong passwords and the
 * username take the eight rejections of the two accounts without a second factor. The other two accounts spend theirs on
 * a wrong password, a code that is missing, empty, spent, an hour old, another account's or a constant, and a spent seed.
 *
 * Ways need no extra rejections, since values are spread over them. Wrong passwords are sent as JSON and as a form on
 * each family, once each with a charset. The constant and the missing code go to the newer second step, another account's
 * code and the spent one are sent in a form, and the empty and the old one as JSON on the older family. If one of these ways
 * checks nothing, any value shows it. What a rejection hands out needs none either: every rejection is examined. Nor does it need
 * one that a wrong code ends tokens: those of the account are tried again after the constant.
 *
 * Nothing is left for an object instead of a password, a password with more behind it on the older family, a wrong one of
 * an account with a second factor there, the beginning of a valid code, a code with a wrong last digit, or six wrong ones
 * in a row. If no clock moves, the beginning does fit.
 */
const likelyFaults = [
  'login-unknown-user-by-password',
  'login-user-name-up-to-hyphen',
  'user-name-as-pattern',
  'user-name-as-expression',
  'user-name-pasted-into-query-on-older-family',
  'user-name-beyond-ascii-answers-500',
  'login-newer-family-makes-accounts',
  'login-without-password-older-json',
  'login-without-username-older-json',
  'login-without-username-is-that-of-the-first-user',
  'password-may-be-empty-in-newer-forms',
  'password-not-checked-in-forms',
  'password-not-checked-on-newer-family',
  'password-not-checked-with-charset',
  'password-last-character-not-compared',
  'password-letter-case-folded-in-older-forms',
  'password-up-to-zero-character',
  'password-pasted-into-query-on-newer-family',
  'password-true-taken-on-newer-family',
  'password-of-any-user',
  'password-user-name-on-older-family',
  'password-of-mfa-account-not-checked-on-newer-family',
  'password-accents-dropped-on-newer-family',
  'failed-login-sets-open-session',
  'mfa-skipped-on-form',
  'mfa-skipped-on-older-family',
  'mfa-skipped-on-newer-family',
  'mfa-skipped-with-charset-on-newer-family',
  'mfa-skipped-in-form-with-charset-on-older-family',
  'mfa-skipped-for-upper-case-name-on-newer-family',
  'mfa-skipped-for-name-with-space-on-newer-family',
  'mfa-skipped-where-login-carries-a-code',
  'mfa-remembered-on-older-family',
  'challenge-carries-token',
  'code-any',
  'code-not-checked-on-newer-family',
  'code-not-checked-in-forms',
  'code-may-be-empty',
  'code-may-be-missing',
  'code-may-be-missing-on-newer-family',
  'wrong-code-sets-open-session',
  'token-voided-by-wrong-code',
  'code-one-two-three',
  'code-of-any-account',
  'code-of-last-time-zone',
  'code-good-for-two-hours',
  'code-used-again',
  'code-used-again-on-other-family',
  'code-used-again-in-forms',
  'code-with-leading-zero-refused',
  'code-with-two-leading-zeros-refused',
  'seed-not-spent',
  'spent-seed-good-after-login-of-another',
  'seed-beyond-ascii-answers-500',
  'seed-not-looked-at',
  'seed-beginning-is-enough',
  'seed-pasted-into-query',
  'seed-may-be-missing',
  'seed-null-taken',
  'seed-same-for-account',
  'seed-constant',
]

/** Reports a likely fault that was not found with default limits. */
export const notFound = (name: string, caught: readonly string[]): Mismatch[] =>
  likelyFaults.includes(name) && caught.length === 0
    ? [{ requirement: 'one that it breaks', expected: 'fail', got: 'none failed', message: '' }]
    : []

/** The accounts of the bundled declaration. */
const declared = ['ada', 'dee', 'bob', 'cyd']

/** Reports if the server counted more rejected logins and second steps than the limits allow. */
export function overdrawn({ total, accounts }: Rejections): Mismatch[] {
  const found = (what: string, allowed: number, got: number): Mismatch[] =>
    got <= allowed
      ? []
      : [{ requirement: what, expected: `${allowed} at most`, got: String(got), message: '' }]
  return [
    ...found('rejected logins of the run', most.inAll, total),
    ...declared.flatMap((name) => [
      ...found(`rejected logins of ${name}`, most.ofAccount, accounts[name]?.inAll ?? 0),
      ...found(`rejected logins of ${name} in a row`, most.inARow, accounts[name]?.mostInARow ?? 0),
    ]),
  ]
}
