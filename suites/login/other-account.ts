import type { Run } from '../../harness/run/run.ts'
import type { Account } from '../../harness/engine/tools.ts'

/**
 * Returns the second account without a second factor if one is declared, so that no account gets many rejected logins.
 */
export const otherAccount = (run: Run, account: Account): Account =>
  run.declaration.accounts.plain2 || account

/**
 * Returns both accounts if failed logins are unlimited and the username is left out, since a default may stand for either
 * user.
 */
export function withOther(run: Run, account: Account, missing: 'username' | 'password'): Account[] {
  const other = otherAccount(run, account)
  return run.failedLogins.limited || missing === 'password' || other === account ? [other] : [other, account]
}
