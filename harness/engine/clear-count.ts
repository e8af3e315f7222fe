import type { Run } from '../run/run.ts'
import type { Tools } from './case/tools.ts'

/**
 * Clears the server's count of failed logins for accounts with a second factor that have no room for another rejection in a
 * row. This takes a valid login with its second step; the first step alone does not clear the count. Accounts without a
 * second factor are cleared by the login that each case starts with. In a whole run, other cases log in between two
 * rejections; in a partial run, there may be no such case.
 * @throws SetupFailed if that login is rejected
 */
export async function clearCount(
  { declaration: { accounts }, failedLogins }: Run,
  owners: readonly ('mfa' | 'mfa2')[],
  { api }: Pick<Tools, 'api'>,
): Promise<void> {
  for (const owner of owners) {
    const account = accounts[owner]
    if (account && failedLogins.needsClearing(account.username))
      await api.redeem(await api.freshChallenge(account))
  }
}
