import type { Run } from './run.ts'
import type { Tools } from './tools.ts'

/**
 * Where an account with a second factor had a rejection and would have no room for another one in a row, a valid login with
 * its second step clears the server's count: its first step alone does not. One without is cleared by the login that each case
 * begins with. In a whole run other cases do so in between; in a part of it there may be none.
 * @throws SetupFailed where that login is rejected
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
