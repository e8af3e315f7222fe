import type { Run } from '../../harness/engine/run.ts'
import type { Account } from '../../harness/engine/tools.ts'

/** The second account without a second factor, where one is declared: no account is to have many rejected logins. */
export const otherAccount = (run: Run, account: Account): Account =>
  run.declaration.accounts.plain2 || account

/** Both of them, where rejected logins are not limited and it is the username that is missing: it may stand for one user. */
export function withOther(run: Run, account: Account, missing: 'username' | 'password'): Account[] {
  const other = otherAccount(run, account)
  return run.failedLogins.limited || missing === 'password' || other === account ? [other] : [other, account]
}
