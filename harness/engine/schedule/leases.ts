import type { Case } from '../case/registry.ts'
import type { Run } from '../../run/run.ts'
import type { Leases } from './side-by-side.ts'
import type { Account, Need } from '../case/tools.ts'

type Facts = Pick<Run, 'clock' | 'declaration' | 'failedLogins' | 'signatureDates'>

/**
 * Derives from a case's needs what it holds while it runs: what only one case can use at a time, or what would spoil
 * another case's control. Accounts that log in with a password alone are shared: a case that fails beside others is judged
 * again alone if that can't cost a failed login (`mayRunAgain`).
 */
export function leasesOf({ needs, rejects, alone }: Case, run: Facts): Leases {
  if (alone) return 'alone'
  const asks = (...some: Need[]) => needs.some((need) => some.includes(need))
  // If a signature needs a second of its own, the clock may move for it.
  const signsOnce = asks('accessKey', 'accessKey2') && !run.signatureDates.repeatsAccepted
  // A command that moves the clock may restart the server, and with it end tokens, seeds and sessions of others.
  if (run.clock.kind === 'command' && (signsOnce || asks('clock', 'mfaAccount', 'mfaAccount2')))
    return 'alone'
  const held: string[] = []
  if (asks('operator')) held.push('operator')
  // A server may allow one session at a time.
  if (asks('session')) held.push('session')
  // A code is valid once, and codes come in the order of their time steps. One lease covers both accounts, because a server
  // may mix up which of them came last.
  if (asks('mfaAccount', 'mfaAccount2')) held.push('codes')
  if (signsOnce) held.push('signatures')
  // Until an account has logged in once, each of its pending logins may be rejected, as those of cases that cause rejections
  // are. If rejections are limited, the ledger decides which other logins may go out beside them (`FailedLogins.untilRoom`).
  const { plain, plain2, mfa } = run.declaration.accounts
  const isFirst =
    isNew(plain, run) || (asks('account2') && isNew(plain2, run)) || (asks('mfaLogin') && isNew(mfa, run))
  if (isFirst || (run.failedLogins.limited && rejects)) held.push('logins')
  return held
}

/** True if an account was neither let in nor rejected twice; after two rejections, it is not used any more. */
function isNew(account: Pick<Account, 'username'> | false | undefined, { failedLogins }: Facts): boolean {
  if (!account) return false
  const { username } = account
  return !failedLogins.wasAccepted(username) && failedLogins.ofAccount(username) < 2
}
