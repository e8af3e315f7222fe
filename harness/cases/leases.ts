import type { Case } from './registry.ts'
import type { Run } from './run.ts'
import type { Leases } from './schedule.ts'
import type { Account, ToolName } from './tools.ts'

type Facts = Pick<Run, 'declaration' | 'failedLogins' | 'signatureDates'>

/**
 * What a case holds while it runs, from the tools that it asks for: what works for one at a time only, or would cost another
 * its control. Accounts that only log in with a password are shared: whatever fails beside others is judged again alone.
 */
export function leasesOf(subject: Case, run: Facts): Leases {
  const { tools, rejects, alone } = subject
  if (alone) return 'alone'
  const asks = (...some: ToolName[]) => tools.some((tool) => some.includes(tool))
  const { limited } = run.failedLogins
  const held: string[] = []
  if (asks('operator')) held.push('operator')
  // A server may allow one session at a time.
  if (asks('session')) held.push('session')
  // Codes are good once, and come in the order of their time steps. Both accounts': a server may mix up who came last.
  if (asks('mfaAccount', 'mfaAccount2')) held.push('codes')
  // Where rejections are counted, or until an account was let in, each login of it under way may be one of them.
  const { plain, plain2 } = run.declaration.accounts
  if (isNew(plain, run) || (limited && asks('account'))) held.push('plain')
  if (asks('account2') && (limited || isNew(plain2, run))) held.push('plain2')
  if (rejects && limited) held.push('rejections')
  if (asks('accessKey', 'accessKey2') && !run.signatureDates.repeatsAccepted) held.push('signatures')
  return held
}

/** Neither let in nor rejected in two ways, after which it is not used any more. */
function isNew(account: Pick<Account, 'username'> | false | undefined, { failedLogins }: Facts): boolean {
  if (!account) return false
  const { username } = account
  return !failedLogins.wasAccepted(username) && failedLogins.ofAccount(username) < 2
}
