import type { Run } from '../../harness/run/run.ts'
import type { Account } from '../../harness/engine/case/tools.ts'

/**
 * Returns the second account without a second factor if one is declared, so that no account gets many rejected logins.
 */
export const otherAccount = (run: Run, account: Account): Account =>
  run.declaration.accounts.plain2 || account

/**
 * Returns both accounts if the username is left out, since a default may stand for either user. If failed logins are
 * limited, only the first account: a lookup without a name often finds the first user. A rejection counts for neither.
 */
export function withOther(run: Run, account: Account, missing: 'username' | 'password'): Account[] {
  const other = otherAccount(run, account)
  if (missing === 'password' || other === account) return [other]
  return run.failedLogins.limited ? [account] : [other, account]
}
