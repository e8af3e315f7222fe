import type { Rejections } from './counting-proxy.ts'
import type { Mismatch } from './expected.ts'

/** What the suite may cost a server where the declaration says nothing of limits (docs/declaration.md). */
const most = { inAll: 25, ofAccount: 4, inARow: 2 }

/**
 * Defects that stand for the likely faults of real servers in logins and second steps. On default limits too at least one
 * of the rules that they break must fail: what is not on the list may cost more than there is to spend.
 *
 * Four accounts have sixteen rejections, and each kind of fault is seen by a value of its own: seven wrong passwords and the
 * username take the eight of the two accounts without a second factor; a wrong password on each family, a code that is
 * missing, spent, an hour old, another account's or a constant, and a spent seed take those of the other two.
 *
 * Ways take no room, since values are spread over them: wrong passwords come in JSON and in a form on each family, once each
 * with a charset; the constant and the missing code go to the newer second step, another account's code comes in a form, the
 * spent and the old one in JSON on the older family. What is not checked on one of these ways is seen whatever the value.
 * Nor does what a rejection hands out: each is looked at.
 *
 * No room is left for an object instead of a password, an empty code, the beginning of a valid one, one whose last digit is
 * wrong, or six wrong ones in a row. An empty code and a beginning find some where the server has one path family, or no
 * clock moves.
 */
const likelyFaults = [
  'login-unknown-user-by-password',
  'login-user-name-up-to-hyphen',
  'login-newer-family-makes-accounts',
  'login-without-password-older-json',
  'login-without-username-older-json',
  'password-may-be-empty-in-newer-forms',
  'password-not-checked-in-forms',
  'password-not-checked-on-newer-family',
  'password-not-checked-with-charset',
  'password-beginning-is-enough',
  'password-last-character-not-compared',
  'password-letter-case-folded-in-older-forms',
  'password-up-to-zero-character',
  'password-true-taken-on-newer-family',
  'password-of-any-user',
  'password-user-name-on-older-family',
  'password-of-mfa-account-not-checked-on-older-family',
  'password-of-mfa-account-not-checked-on-newer-family',
  'password-accents-dropped-on-newer-family',
  'failed-login-sets-open-session',
  'mfa-skipped-on-form',
  'mfa-skipped-on-older-family',
  'mfa-skipped-on-newer-family',
  'mfa-skipped-with-charset-on-newer-family',
  'mfa-skipped-in-form-with-charset-on-older-family',
  'mfa-skipped-where-login-carries-a-code',
  'mfa-remembered-on-older-family',
  'challenge-carries-token',
  'code-any',
  'code-not-checked-on-newer-family',
  'code-not-checked-in-forms',
  'code-may-be-missing',
  'code-may-be-missing-on-newer-family',
  'wrong-code-sets-open-session',
  'code-one-two-three',
  'code-of-any-account',
  'code-of-last-time-zone',
  'code-good-for-two-hours',
  'code-used-again',
  'code-with-leading-zero-refused',
  'code-with-two-leading-zeros-refused',
  'seed-not-spent',
  'seed-not-looked-at',
  'seed-beginning-is-enough',
  'seed-may-be-missing',
  'seed-null-taken',
  'seed-same-for-account',
  'seed-constant',
]

/** Where a likely fault is not found on default limits. */
export const notFound = (name: string, caught: readonly string[]): Mismatch[] =>
  likelyFaults.includes(name) && caught.length === 0
    ? [{ requirement: 'one that it breaks', expected: 'fail', got: 'none failed', message: '' }]
    : []

/** Accounts of the bundled declaration. */
const declared = ['ada', 'dee', 'bob', 'cyd']

/** Where the server counted more rejected logins and second steps than the limits allow. */
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
