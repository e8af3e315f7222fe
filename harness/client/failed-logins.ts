import { SetupFailed } from '../verdicts/outcomes.ts'

export interface FailedLoginLimits {
  /** Refusals of one declared account in a row; twice that in the whole run. 0: no limit. */
  failedLoginsPerAccount: number
  /** Refused logins and codes of the whole run, names that don't exist included. 0: no limit. */
  failedLogins: number
}

/** The ledger of failed logins, by which the suite keeps clear of lockouts. */
export function createFailedLogins({ failedLoginsPerAccount, failedLogins }: FailedLoginLimits) {
  const inARow = new Map<string, number>()
  const inAll = new Map<string, number>()
  let total = 0
  const barred = new Map<string, string>()

  return {
    /**
     * Asks leave for a login or code that is expected to be refused.
     * @throws SetupFailed where the budget is spent, or the account is to be left alone
     */
    ask(username: string | undefined): void {
      if (username !== undefined && barred.has(username)) throw new SetupFailed(barred.get(username))
      if (failedLogins > 0 && total >= failedLogins) {
        throw new SetupFailed(`the budget of ${failedLogins} failed logins is spent (limits.failedLogins)`)
      }
      if (username === undefined || failedLoginsPerAccount === 0) return
      const spent =
        (inARow.get(username) ?? 0) >= failedLoginsPerAccount ||
        (inAll.get(username) ?? 0) >= 2 * failedLoginsPerAccount
      if (spent) {
        throw new SetupFailed(
          `the account ${username} has no failed logins left (limits.failedLoginsPerAccount is ${failedLoginsPerAccount})`,
        )
      }
    },
    refused(username: string | undefined): void {
      total++
      if (username === undefined) return
      inARow.set(username, (inARow.get(username) ?? 0) + 1)
      inAll.set(username, (inAll.get(username) ?? 0) + 1)
    },
    hadSome: (username: string): boolean => (inAll.get(username) ?? 0) > 0,
    granted(username: string): void {
      inARow.delete(username)
    },
    /** No more wrong logins for this account: a right one was refused after wrong ones. */
    bar(username: string, reason: string): void {
      barred.set(username, reason)
    },
    get total() {
      return total
    },
    get limited() {
      return failedLogins > 0
    },
    get left() {
      return failedLogins > 0 ? Math.max(0, failedLogins - total) : Infinity
    },
  }
}

export type FailedLogins = ReturnType<typeof createFailedLogins>
