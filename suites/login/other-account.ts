import type { Run } from '../../harness/engine/run.ts'
import type { Account } from '../../harness/engine/tools.ts'

/** The second account without a second factor, where one is declared: no account is to have many rejected logins. */
export const otherAccount = (run: Run, account: Account): Account =>
  run.declaration.accounts.plain2 || account
