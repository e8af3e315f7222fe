import { BudgetSpent, SetupFailed } from '../outcomes.ts'
import type { Exchange } from '../wire/exchange.ts'
import { causesNone, type Allowance, type CausedBy } from './allowance.ts'
import { noMoreCodes, noneLeftFor, notUsed, type Known } from './why-no-room.ts'

export interface FailedLoginLimits {
  /** The most rejections of one declared account in a row; twice as many in the whole run. 0: no limit. */
  failedLoginsPerAccount: number
  /** The most rejected logins and codes in the whole run, whatever the reason. 0: no limit. */
  failedLogins: number
}

/** One request to a login or a second step. */
export interface Attempt {
  /** The declared account for which a rejection counts as a failure; undefined if the request names none. */
  owner?: string | undefined
  /** For a valid attempt: the account and the way, as one text. Undefined if a rejection is expected. */
  way?: string | undefined
  /** A second step: what is known about the account's codes counts too, not just about its password. */
  isCode?: true | undefined
  /** The case that sends it. */
  by?: string | undefined
}

/**
 * The outcome of an attempt. `unanswered`: the server may have counted it, which says nothing about the account. `neither`:
 * a redirect that was followed, or a path that does not exist.
 */
export type Ending = 'token' | 'challenge' | 'rejected' | 'unanswered' | 'neither'

/**
 * The ledger of rejected logins and second steps, with which the suite avoids lockouts. It is kept where requests are sent,
 * so that no case can forget to ask.
 */
export interface FailedLogins {
  /**
   * Registers a request before it is sent; returns a function to call with its outcome.
   * @throws SetupFailed if the budget is spent, or the account must be left alone; what the allowance throws
   */
  attempt(attempt: Attempt, allowance?: Allowance): (ending: Ending) => void
  /**
   * Resolves when a pending attempt was answered, if only pending attempts leave no room for this one. If rejections are
   * limited, a pending attempt of another case is enough, because a server may reject all that come at the same moment. A valid
   * attempt that worked before doesn't wait once the server has accepted some that came at the same moment.
   * Undefined if there is nothing to wait for.
   */
  untilRoom(attempt: Attempt, allowance?: Allowance): Promise<void> | undefined
  /** True if a valid attempt of this case was rejected, unless that may be because another was pending. */
  hadValidRejected(by: string): boolean
  /** True if a valid attempt of this case was rejected while another was pending. */
  hadRejectedAtOnce(by: string): boolean
  /** True if a login of this account ever got a token or a challenge. */
  wasAccepted(username: string): boolean
  /** True if a second step of this account was ever accepted. */
  hadSecondStep(username: string): boolean
  /** True if a second step of this account was accepted, and nothing of the account was rejected since. */
  stillAccepted(username: string): boolean
  /** Number of valid codes of this account that were rejected. */
  codesRejected(username: string): number
  /**
   * Bars invalid logins for this account until one of its logins is accepted, because a valid one was rejected after invalid
   * ones. Only has an effect if failed logins are limited; otherwise nobody is locked out.
   */
  bar(username: string, reason: string): void
  /** Answers to rejected valid logins and codes of accounts with none accepted so far, by their way: none is sent again. */
  readonly rejectedLogins: Map<string, Exchange>
  /** True if the account had rejections and needs a valid login to have room for another. */
  needsClearing(username: string): boolean
  /** Number of rejections of this account in the whole run. */
  ofAccount(username: string): number
  /** True if this account has no rejections left for the whole run, although its logins and codes are accepted. */
  isUsedUp(username: string): boolean
  readonly total: number
  /** True if a valid attempt was rejected in a way that worked before, while another was pending. */
  readonly rejectsAtOnce: boolean
  /** How many of the rejections each kind has caused. */
  readonly causedBy: Readonly<Record<CausedBy, number>>
  readonly limited: boolean
}

interface Account extends Known {
  inARow: number
  underWay: number
  accepted: boolean
  /** Ways in which a valid attempt was rejected, and not accepted since. */
  closed: Set<string>
  /** Ways in which the last valid attempt was accepted. */
  open: Set<string>
}

/** The most valid logins pending at a time if rejections are limited: a server that rejects all but one counts few. */
const mostAtOnce = 4

export function createFailedLogins({
  failedLoginsPerAccount: perAccount,
  failedLogins: most,
}: FailedLoginLimits): FailedLogins {
  const accounts = new Map<string, Account>()
  const barred = new Map<string, string>()
  const causedBy: Record<CausedBy, number> = { 'scenario cases': 0, observations: 0, properties: 0 }
  const limited = most > 0 || perAccount > 0
  /** Open ways without the account: what worked for one account is likely to work for another that was let in at all. */
  const openToSome = new Set<string>()
  const withoutAccount = (owner = '', way = '') => way.slice(owner.length)
  const withValidRejected = new Set<string | undefined>()
  const withRejectedAtOnce = new Set<string | undefined>()
  /** Accounts with a valid attempt that was rejected in a way that worked before: their next may be rejected too. */
  const unreliable = new Set<string | undefined>()
  let total = 0
  let underWay = 0
  /** Pending attempts: the case of each, and whether another was pending at the same time. */
  const pending = new Set<{ by: string | undefined; mayBeJoined: boolean; hadCompany: boolean }>()
  let rejectsAtOnce = false
  let acceptedAtOnce = 0
  let waiting: (() => void)[] = []

  const accountOf = (username: string): Account => {
    const known = accounts.get(username)
    if (known) return known
    const made = {
      inARow: 0,
      inAll: 0,
      underWay: 0,
      unanswered: 0,
      accepted: false,
      hadSecondStep: false,
      codesRejected: 0,
      mayBeLocked: false,
      closed: new Set<string>(),
      open: new Set<string>(),
    }
    accounts.set(username, made)
    return made
  }

  return {
    attempt({ owner, way, isCode, by }, allowance) {
      const account = owner === undefined ? undefined : accountOf(owner)
      const isTrusted = workedBefore({ owner, way })
      if (way === undefined) {
        if (owner !== undefined && barred.has(owner)) throw new SetupFailed(barred.get(owner))
        if (limited && allowance && allowance.left <= 0) throw allowance.spent()
      }
      // If a valid login is rejected in two ways, the declaration is likely to be wrong. Invalid logins would only count
      // against the account then: without a valid login to compare, a rejection proves nothing.
      if (account && owner !== undefined && !account.accepted && account.closed.size > 1)
        throw notUsed(account, owner)
      if (isCode && account && owner !== undefined && !account.hadSecondStep && account.codesRejected > 1)
        throw noMoreCodes(account, owner)
      demandRoom({ owner, way }, isTrusted)
      if (way === undefined && allowance) allowance.left--
      if (!isTrusted) count(1)
      const own = { by, mayBeJoined: isTrusted && causesNone(allowance), hadCompany: pending.size > 0 }
      for (const one of pending) one.hadCompany = true
      pending.add(own)
      let isSettled = false
      return (ending) => {
        if (isSettled) return
        isSettled = true
        if (!isTrusted) count(-1)
        pending.delete(own)
        for (const goOn of waiting) goOn()
        waiting = []
        if (ending === 'rejected' || ending === 'unanswered') book(ending)
        // Only rejections cost; otherwise the allowance gets its share back.
        else if (way === undefined && allowance) allowance.left++
        if (!account || (ending !== 'token' && ending !== 'challenge')) return
        if (isTrusted && own.hadCompany) acceptedAtOnce++
        if (ending === 'token') {
          account.inARow = 0
          if (owner !== undefined) barred.delete(owner)
        }
        account.accepted = true
        if (way === undefined) return
        account.closed.delete(way)
        account.open.add(way)
        if (isCode) account.hadSecondStep = true
        openToSome.add(withoutAccount(owner, way))
      }

      function count(more: number): void {
        underWay += more
        if (account) account.underWay += more
      }

      function book(as: 'rejected' | 'unanswered'): void {
        total++
        causedBy[allowance?.by ?? 'scenario cases']++
        if (account) {
          account.inARow++
          account.inAll++
          if (as === 'unanswered') account.unanswered++
        }
        if (way !== undefined && own.hadCompany) withRejectedAtOnce.add(by)
        // The server may reject logins that come at the same moment, which says nothing about the next one.
        if (isTrusted && own.hadCompany) {
          rejectsAtOnce = true
          return
        }
        if (way !== undefined) withValidRejected.add(by)
        if (isTrusted) unreliable.add(owner)
        if (!account) return
        if (way === undefined) return
        if (as === 'rejected' && account.open.has(way) && account.inARow > 1) account.mayBeLocked = true
        if (isCode && as === 'rejected') account.codesRejected++
        account.closed.add(way)
        account.open.delete(way)
        openToSome.delete(withoutAccount(owner, way))
      }
    },
    untilRoom(attempt, allowance) {
      const lacks = (which?: 'when idle') => !workedBefore(attempt) && lacksRoom(attempt, which) !== undefined
      const hasOthers = [...pending].some(({ by }) => by !== attempt.by)
      const waits = lacks()
        ? !lacks('when idle')
        : limited && hasOthers && !(causesNone(allowance) && mayJoin(attempt))
      return waits ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined
    },
    hadValidRejected: (by) => withValidRejected.has(by),
    hadRejectedAtOnce: (by) => withRejectedAtOnce.has(by),
    wasAccepted: (username) => accounts.get(username)?.accepted ?? false,
    hadSecondStep: (username) => accounts.get(username)?.hadSecondStep ?? false,
    stillAccepted(username) {
      const { hadSecondStep, inARow } = accountOf(username)
      return hadSecondStep && inARow === 0
    },
    codesRejected: (username) => accounts.get(username)?.codesRejected ?? 0,
    ofAccount: (username) => accounts.get(username)?.inAll ?? 0,
    isUsedUp(username) {
      const { accepted, mayBeLocked, codesRejected, inAll } = accountOf(username)
      return perAccount > 0 && inAll >= 2 * perAccount && accepted && !mayBeLocked && codesRejected === 0
    },
    bar(username, reason) {
      if (limited) barred.set(username, reason)
    },
    needsClearing(username) {
      const account = accounts.get(username)
      if (!account?.accepted || account.inARow === 0 || perAccount === 0) return false
      return account.inAll < 2 * perAccount && isFull(account, 0, 2)
    },
    rejectedLogins: new Map(),
    causedBy,
    get total() {
      return total
    },
    get rejectsAtOnce() {
      return rejectsAtOnce
    },
    limited,
  }

  function workedBefore({ owner, way }: Attempt): boolean {
    const account = owner === undefined ? undefined : accounts.get(owner)
    const isOpen = way !== undefined && account?.accepted === true && !account.closed.has(way)
    return isOpen && (account.open.has(way) || openToSome.has(withoutAccount(owner, way)))
  }

  /**
   * True if a valid login that worked before may be sent beside pending ones, because the server accepts those that come at
   * the same moment. Not if anything else is waiting, which would wait for ever.
   */
  function mayJoin(attempt: Attempt): boolean {
    const isProven = acceptedAtOnce > 2
    if (rejectsAtOnce || waiting.length > 0 || !workedBefore(attempt)) return false
    if (pending.size >= mostAtOnce || [...pending].some(({ mayBeJoined }) => !mayBeJoined)) return false
    return isProven || (pending.size === 1 && lacksRoom(attempt) === undefined)
  }

  /** Which limit leaves no room. `when idle`: once all pending attempts are answered, and none of them rejected. */
  function lacksRoom({ owner, way }: Attempt, which?: 'when idle'): 'run' | 'account' | undefined {
    const inFlight = (count: number) => (which === undefined ? count : 0)
    if (most > 0 && total + inFlight(underWay) >= most) return 'run'
    const account = owner === undefined ? undefined : accounts.get(owner)
    // An invalid login leaves room for the valid one after it, which clears the count.
    const wanted = way === undefined ? 2 : 1
    return account && isFull(account, inFlight(account.underWay), wanted) ? 'account' : undefined
  }

  function isFull({ inARow, inAll }: Account, inFlight: number, wanted: 1 | 2): boolean {
    if (perAccount === 0) return false
    return inAll + inFlight >= 2 * perAccount || inARow + inFlight + Math.min(wanted, perAccount) > perAccount
  }

  /**
   * Attempts that worked before need no room until one was rejected: one of the same account, or of any if the run has no
   * room left.
   */
  function demandRoom(attempt: Attempt, isTrusted: boolean): void {
    const limit = lacksRoom(attempt)
    if (isTrusted && !(limit === 'run' ? unreliable.size > 0 : unreliable.has(attempt.owner))) return
    if (limit === 'run')
      throw new BudgetSpent(`the limit of ${most} failed logins is reached (limits.failedLogins)`)
    const { owner = '' } = attempt
    const account = accounts.get(owner)
    if (limit === undefined || !account) return
    if (!account.accepted) throw notUsed(account, owner)
    throw noneLeftFor(account, owner, perAccount)
  }
}
