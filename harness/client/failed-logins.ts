import { BudgetSpent, SetupFailed } from '../verdicts/outcomes.ts'

export interface FailedLoginLimits {
  /** Refusals of one declared account in a row; twice that in the whole run. 0: no limit. */
  failedLoginsPerAccount: number
  /** Refused logins and codes of the whole run, names that don't exist included. 0: no limit. */
  failedLogins: number
}

/** Kept back for the scenario cases, so that no property makes one of them inconclusive. */
const forScenarios = 16
const forObservations = 4

export type ShareOf = 'observations' | 'properties'
export type CausedBy = ShareOf | 'scenario cases'

/** The ledger of failed logins, by which the suite keeps clear of lockouts. */
export interface FailedLogins {
  /**
   * Asks leave for a login or code that is expected to be refused.
   * @throws SetupFailed where the budget is spent, or the account is to be left alone
   */
  ask(username: string | undefined): void
  /** Books a refusal, on the scenario cases where nothing else is said. */
  refused(username: string | undefined, causedBy?: CausedBy): void
  /** True where a login of this account was refused before. */
  hadSome(username: string): boolean
  granted(username: string): void
  /** No more wrong logins for this account: a right one was refused after wrong ones. */
  bar(username: string, reason: string): void
  readonly total: number
  /** How many of them each kind has caused. */
  readonly causedBy: Readonly<Record<CausedBy, number>>
  readonly limited: boolean
  /** True where leave is asked for right codes too, since what is tried may be refused in spite of them. */
  readonly cautious?: true
  /** Refusals that may still be caused through this ledger. */
  readonly left: number
  /**
   * A ledger for what is not part of every run. It may cause half of what its kind has left, `wanted` at most, and none
   * for declared accounts where these are limited.
   */
  share(of: ShareOf, wanted: number, ofAccounts: boolean): FailedLogins
}

export function createFailedLogins({
  failedLoginsPerAccount,
  failedLogins,
}: FailedLoginLimits): FailedLogins {
  const inARow = new Map<string, number>()
  const inAll = new Map<string, number>()
  let total = 0
  const barred = new Map<string, string>()
  const causedBy: Record<CausedBy, number> = { 'scenario cases': 0, observations: 0, properties: 0 }
  const shares: Record<ShareOf, number> = {
    observations: Math.min(forObservations, Math.max(0, failedLogins - forScenarios)),
    properties: Math.max(0, failedLogins - forScenarios - forObservations),
  }

  const ledger: FailedLogins = {
    ask(username) {
      if (username !== undefined && barred.has(username)) throw new SetupFailed(barred.get(username))
      if (failedLogins > 0 && total >= failedLogins) {
        throw new BudgetSpent(`the budget of ${failedLogins} failed logins is spent (limits.failedLogins)`)
      }
      if (username === undefined || failedLoginsPerAccount === 0) return
      const spent =
        (inARow.get(username) ?? 0) >= failedLoginsPerAccount ||
        (inAll.get(username) ?? 0) >= 2 * failedLoginsPerAccount
      if (spent) {
        throw new BudgetSpent(
          `the account ${username} has no failed logins left (limits.failedLoginsPerAccount is ${failedLoginsPerAccount})`,
        )
      }
    },
    refused(username, by = 'scenario cases') {
      total++
      causedBy[by]++
      if (username === undefined) return
      inARow.set(username, (inARow.get(username) ?? 0) + 1)
      inAll.set(username, (inAll.get(username) ?? 0) + 1)
    },
    hadSome: (username) => (inAll.get(username) ?? 0) > 0,
    granted(username) {
      inARow.delete(username)
    },
    bar(username, reason) {
      barred.set(username, reason)
    },
    causedBy,
    get total() {
      return total
    },
    get limited() {
      return failedLogins > 0
    },
    get left() {
      return failedLogins > 0 ? Math.max(0, failedLogins - total) : Infinity
    },
    share(of, wanted, ofAccounts) {
      const barredAll = ofAccounts && failedLoginsPerAccount > 0
      const granted = barredAll ? 0 : failedLogins > 0 ? Math.ceil(shares[of] / 2) : Infinity
      return shareOf(Math.min(granted, failedLogins > 0 ? wanted : Infinity), of)
    },
  }
  return ledger

  /** What is asked under way counts as spent, so that several at once do not overdraw it. */
  function shareOf(allowed: number, of: ShareOf): FailedLogins {
    let asked = 0
    return {
      ...ledger,
      ask(username) {
        if (asked >= allowed)
          throw new BudgetSpent('the share of failed logins is spent (limits.failedLogins)')
        ledger.ask(username)
        asked++
        shares[of]--
      },
      refused: (username) => ledger.refused(username, of),
      get total() {
        return ledger.total
      },
      get left() {
        return Math.min(allowed - asked, ledger.left)
      },
    }
  }
}
