import type { Allowance } from '../ledgers/allowance.ts'
import type { DeclaredAccounts } from '../subject/declaration/declared-accounts.ts'

type OfCase = { id: string }

/** What each part of a run may spend. */
export interface Spending {
  of(subject: OfCase): Allowance
  observations: Allowance
  /** Accounts that a case uses instead of the first of their kind, which have no failed logins left. */
  accounts(subject: OfCase): Partial<DeclaredAccounts>
  /** Called when a case would begin; returns why it does not run, undefined if it does. */
  begin(subject: OfCase): string | undefined
}
