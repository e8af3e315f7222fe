import { BudgetSpent, NeverAccepted, SetupFailed } from '../verdicts/outcomes.ts'
import type { Exchange } from '../wire/exchange.ts'

export interface FailedLoginLimits {
  /** Rejections of one declared account in a row; twice that in the whole run. 0: no limit. */
  failedLoginsPerAccount: number
  /** Rejected logins and codes of the whole run, whatever they lacked. 0: no limit. */
  failedLogins: number
}

export type CausedBy = 'scenario cases' | 'observations' | 'properties'

/** One request to a login or a second step. */
export interface Attempt {
  /** The declared account whose failure a rejection is; undefined where none is named. */
  owner?: string | undefined
  /** Where it should be accepted: the account and the way, as one text. Undefined where a rejection is expected. */
  way?: string | undefined
}

/** What came of it. `neither`: a redirect that was followed, or a path that nobody answers. */
export type Ending = 'token' | 'challenge' | 'rejected' | 'neither'

/** Rejections that a case, or all observations together, may cause. */
export interface Allowance {
  left: number
  by: CausedBy
  /** What to throw where none is left. */
  spent: () => Error
  /** Right attempts are asked leave for too, since what is tried may be rejected in spite of them. */
  cautious?: true
}

/**
 * The ledger of rejected logins and second steps, by which the suite keeps clear of lockouts. It is kept where requests are
 * sent: no case can forget to ask.
 */
export interface FailedLogins {
  /**
   * Asks leave for a request, before it is sent; returns what to call with its answer.
   * @throws SetupFailed where the budget is spent, or the account is to be left alone; what the allowance throws
   */
  attempt(attempt: Attempt, allowance?: Allowance): (ending: Ending) => void
  /** True where a login or code of this account was rejected before. */
  hadSome(username: string): boolean
  /** True where a login of this account was ever answered by a token or a challenge. */
  wasAccepted(username: string): boolean
  /** True where a second step of this account was ever accepted. */
  hadSecondStep(username: string): boolean
  /**
   * No more wrong logins for this account, until a login of it is accepted: a right one was rejected after wrong ones. Only
   * where they are limited: else nobody is locked out.
   */
  bar(username: string, reason: string): void
  /** Answers to valid logins of accounts that were never let in, by their way: none is sent again. */
  readonly rejectedLogins: Map<string, Exchange>
  /** Rejections of this account in the whole run. */
  ofAccount(username: string): number
  readonly total: number
  /** How many of them each kind has caused. */
  readonly causedBy: Readonly<Record<CausedBy, number>>
  readonly limited: boolean
}

interface Account {
  inARow: number
  inAll: number
  underWay: number
  accepted: boolean
  hadSecondStep: boolean
  /** A way that worked was closed after wrong attempts. */
  mayBeLocked: boolean
  /** Ways in which a valid attempt was rejected, and not accepted since. */
  closed: Set<string>
  /** Ways in which the last right attempt was accepted. */
  open: Set<string>
}

export function createFailedLogins({
  failedLoginsPerAccount: perAccount,
  failedLogins: most,
}: FailedLoginLimits): FailedLogins {
  const accounts = new Map<string, Account>()
  const barred = new Map<string, string>()
  const causedBy: Record<CausedBy, number> = { 'scenario cases': 0, observations: 0, properties: 0 }
  const limited = most > 0 || perAccount > 0
  /** The same without the account: what worked for one is likely to work for another that was let in at all. */
  const openToSome = new Set<string>()
  const withoutAccount = (owner = '', way = '') => way.slice(owner.length)
  let total = 0
  let underWay = 0

  const accountOf = (username: string): Account => {
    const known = accounts.get(username)
    if (known) return known
    const made = {
      inARow: 0,
      inAll: 0,
      underWay: 0,
      accepted: false,
      hadSecondStep: false,
      mayBeLocked: false,
      closed: new Set<string>(),
      open: new Set<string>(),
    }
    accounts.set(username, made)
    return made
  }

  return {
    attempt({ owner, way }, allowance) {
      const account = owner === undefined ? undefined : accountOf(owner)
      const isOpen = way !== undefined && account?.accepted === true && !account.closed.has(way)
      const isTrusted = isOpen && (account.open.has(way) || openToSome.has(withoutAccount(owner, way)))
      if (way === undefined) {
        if (owner !== undefined && barred.has(owner)) throw new SetupFailed(barred.get(owner))
        if (limited && allowance && allowance.left <= 0) throw allowance.spent()
      }
      // One way is tried, and another: what is rejected in both is likely to be wrong in the declaration.
      if (account && owner !== undefined && way !== undefined && !account.accepted && account.closed.size > 1)
        throw notUsed(account, owner)
      if (!isTrusted && limited) {
        demandRoom()
        // A wrong login leaves room for the right one behind it, which clears the count.
        if (account && owner !== undefined) demandRoomOf(account, owner, way === undefined ? 2 : 1)
      }
      if (way === undefined && allowance) allowance.left--
      if (!isTrusted) count(1)
      let isSettled = false
      return (ending) => {
        if (isSettled) return
        isSettled = true
        if (!isTrusted) count(-1)
        if (ending === 'rejected') book()
        // Only what was rejected costs: another case may have what was kept for this one.
        else if (way === undefined && allowance) allowance.left++
        if (!account || (ending !== 'token' && ending !== 'challenge')) return
        if (ending === 'token') {
          account.inARow = 0
          if (owner !== undefined) barred.delete(owner)
        }
        account.accepted = true
        if (way === undefined) return
        account.closed.delete(way)
        account.open.add(way)
        if (way.startsWith(`${owner} second step`)) account.hadSecondStep = true
        openToSome.add(withoutAccount(owner, way))
      }

      function count(more: number): void {
        underWay += more
        if (account) account.underWay += more
      }

      function book(): void {
        total++
        causedBy[allowance?.by ?? 'scenario cases']++
        if (!account) return
        if (way !== undefined && account.open.has(way) && account.inARow > 0) account.mayBeLocked = true
        account.inARow++
        account.inAll++
        if (way === undefined) return
        account.closed.add(way)
        account.open.delete(way)
        openToSome.delete(withoutAccount(owner, way))
      }
    },
    hadSome: (username) => (accounts.get(username)?.inAll ?? 0) > 0,
    wasAccepted: (username) => accounts.get(username)?.accepted ?? false,
    hadSecondStep: (username) => accounts.get(username)?.hadSecondStep ?? false,
    ofAccount: (username) => accounts.get(username)?.inAll ?? 0,
    bar(username, reason) {
      if (limited) barred.set(username, reason)
    },
    rejectedLogins: new Map(),
    causedBy,
    get total() {
      return total
    },
    limited,
  }

  function demandRoom(): void {
    if (most > 0 && total + underWay >= most)
      throw new BudgetSpent(`the budget of ${most} failed logins is spent (limits.failedLogins)`)
  }

  function demandRoomOf(account: Account, username: string, wanted: 1 | 2): void {
    if (perAccount === 0) return
    const inARow = account.inARow + account.underWay
    const isFull = account.inAll + account.underWay >= 2 * perAccount
    if (!isFull && inARow + Math.min(wanted, perAccount) <= perAccount) return
    throw account.accepted
      ? new BudgetSpent(
          account.mayBeLocked
            ? `${username} seems to be locked out: a login that worked before was rejected after wrong ones. Wait, or lower limits.failedLoginsPerAccount`
            : `the account ${username} has no failed logins left (limits.failedLoginsPerAccount is ${perAccount})`,
        )
      : notUsed(account, username)
  }
}

const notUsed = ({ inAll }: Account, username: string): NeverAccepted =>
  new NeverAccepted(
    `what is declared of ${username} was rejected ${inAll === 1 ? 'once' : `${inAll} times`} and never accepted: it is not used any more in this run. Run conformance doctor`,
  )
