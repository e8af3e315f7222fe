import type { AccountRecord, AccountRecords } from './account-records.ts'
import type { Attempt } from './attempt.ts'

export interface FailedLoginLimits {
  /** The most rejections of one declared account in a row; twice as many in the whole run. 0: no limit. */
  failedLoginsPerAccount: number
  /** The most rejected logins and codes in the whole run, whatever the reason. 0: no limit. */
  failedLogins: number
}

/** How many more rejections the limits leave room for, in the whole run and for each account. */
export function createRoomLeft(
  { failedLoginsPerAccount: perAccount, failedLogins: most }: FailedLoginLimits,
  { find }: Pick<AccountRecords, 'find'>,
) {
  let total = 0
  let underWay = 0

  function isFull({ inARow, inAll }: AccountRecord, inFlight: number, wanted: 1 | 2): boolean {
    if (perAccount === 0) return false
    return inAll + inFlight >= 2 * perAccount || inARow + inFlight + Math.min(wanted, perAccount) > perAccount
  }

  return {
    /** Number of rejections in the whole run. */
    get total() {
      return total
    },
    reject: () => void total++,
    /** Keeps room for more attempts until their outcome is known, or for fewer. */
    keep(more: 1 | -1, account: AccountRecord | undefined): void {
      underWay += more
      if (account) account.underWay += more
    },
    /** Which limit leaves no room. `when idle`: once all pending attempts are answered, and none of them rejected. */
    lacks({ owner, way }: Attempt, which?: 'when idle'): 'run' | 'account' | undefined {
      const inFlight = (count: number) => (which === undefined ? count : 0)
      if (most > 0 && total + inFlight(underWay) >= most) return 'run'
      const account = find(owner)
      // An invalid login leaves room for the valid one after it, which clears the count.
      const wanted = way === undefined ? 2 : 1
      return account && isFull(account, inFlight(account.underWay), wanted) ? 'account' : undefined
    },
    /** True if this account has no rejections left for the whole run, although its logins and codes are accepted. */
    isUsedUp(username: string): boolean {
      const account = find(username)
      if (!account?.accepted || account.mayBeLocked || account.codesRejected > 0) return false
      return perAccount > 0 && account.inAll >= 2 * perAccount
    },
    /** True if the account had rejections and needs a valid login to have room for another. */
    needsClearing(username: string): boolean {
      const account = find(username)
      if (!account?.accepted || account.inARow === 0 || perAccount === 0) return false
      return account.inAll < 2 * perAccount && isFull(account, 0, 2)
    },
  }
}
