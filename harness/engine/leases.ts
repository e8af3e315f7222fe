import type { Case } from './registry.ts'
import type { Run } from './run.ts'
import type { Leases } from './side-by-side.ts'
import type { Account, Need } from './tools.ts'

type Facts = Pick<Run, 'declaration' | 'failedLogins' | 'signatureDates'>

/**
 * What a case holds while it runs, from its needs: what works for one at a time only, or would cost another
 * its control. Accounts that only log in with a password are shared: what fails beside others is judged again alone where
 * that may cost no failed login (`mayRunAgain`).
 */
export function leasesOf({ needs, rejects, alone }: Case, run: Facts): Leases {
  if (alone) return 'alone'
  const asks = (...some: Need[]) => needs.some((need) => some.includes(need))
  const held: string[] = []
  if (asks('operator')) held.push('operator')
  // A server may allow one session at a time.
  if (asks('session')) held.push('session')
  // Codes are good once, and come in the order of their time steps. Both accounts': a server may mix up who came last.
  if (asks('mfaAccount', 'mfaAccount2')) held.push('codes')
  if (asks('accessKey', 'accessKey2') && !run.signatureDates.repeatsAccepted) held.push('signatures')
  // Until an account was let in, each login of it under way may be rejected; so may what is sent to be. Of other logins, where
  // rejections are limited, each waits for those of other cases (`FailedLogins.untilRoom`).
  const { plain, plain2 } = run.declaration.accounts
  const isFirst = isNew(plain, run) || (asks('account2') && isNew(plain2, run))
  if (isFirst || (run.failedLogins.limited && rejects)) held.push('logins')
  return held
}

/** Neither let in nor rejected in two ways, after which it is not used any more. */
function isNew(account: Pick<Account, 'username'> | false | undefined, { failedLogins }: Facts): boolean {
  if (!account) return false
  const { username } = account
  return !failedLogins.wasAccepted(username) && failedLogins.ofAccount(username) < 2
}
