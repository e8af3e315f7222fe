import { BudgetSpent, SetupFailed, Skipped } from '../outcomes.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { Attempt, Ending } from './attempt.ts'
import { createAccountRecords, questionsAbout, type AccountRecord } from './account-records.ts'
import { causesNone, type Allowance, type CausedBy } from './allowance.ts'
import { createPendingLogins, type PendingLogin } from './pending-logins.ts'
import { createRoomLeft, type FailedLoginLimits } from './room-left.ts'
import { noMoreCodes, noneLeftFor, notUsed } from './why-no-room.ts'

/** The most valid logins pending at a time if rejections are limited: a server that rejects all but one counts few. */
const mostAtOnce = 4

/** The most valid attempts that may be rejected beside header fields of their own if rejections are limited: none is planned. */
const mostBesideHeaders = 2

/** An attempt from its request to its outcome. */
interface Begun {
  attempt: Attempt
  allowance: Allowance | undefined
  account: AccountRecord | undefined
  /** True if an attempt like it was accepted before. */
  isTrusted: boolean
  pending: PendingLogin
}

/**
 * The ledger of rejected logins and second steps, with which the suite avoids lockouts. It is kept where requests are sent,
 * so that no case can forget to ask.
 */
export function createFailedLogins(limits: FailedLoginLimits) {
  const { failedLoginsPerAccount: perAccount, failedLogins: most } = limits
  const records = createAccountRecords()
  const room = createRoomLeft(limits, records)
  const pending = createPendingLogins()
  const barred = new Map<string, string>()
  const causedBy: Record<CausedBy, number> = { 'scenario cases': 0, observations: 0, properties: 0 }
  const limited = most > 0 || perAccount > 0
  const withValidRejected = new Set<string | undefined>()
  const withRejectedAtOnce = new Set<string | undefined>()
  /** Accounts with a valid attempt that was rejected in a way that worked before: their next may be rejected too. */
  const unreliable = new Set<string | undefined>()
  let rejectsAtOnce = false
  /** Valid attempts beside header fields of their own: they follow one another, and few may be rejected. */
  const besideHeaders = { underWay: 0, rejected: 0 }
  let acceptedAtOnce = 0

  return {
    /**
     * Registers a request before it is sent; returns a function to call with its outcome.
     * @throws SetupFailed if the budget is spent, or the account must be left alone; what the allowance throws
     */
    attempt(attempt: Attempt, allowance?: Allowance): (ending: Ending) => void {
      const { owner, way, by } = attempt
      demandUse(attempt, allowance)
      const isTrusted = records.workedBefore(attempt)
      demandRoom(attempt, isTrusted)
      const account = records.begin(owner)
      if (way === undefined && allowance) allowance.left--
      if (!isTrusted) room.keep(1, account)
      if (attempt.besideHeaders) besideHeaders.underWay++
      const begun: Begun = {
        attempt,
        allowance,
        account,
        isTrusted,
        pending: pending.begin(by, isTrusted && causesNone(allowance)),
      }
      let isSettled = false
      return (ending) => {
        if (isSettled) return
        isSettled = true
        settle(begun, ending)
      }
    },
    /**
     * Resolves when a pending attempt was answered, if only pending attempts leave no room for this one. If rejections are
     * limited, a pending attempt of another case is enough, because a server may reject all that come at the same moment. A valid
     * attempt that worked before doesn't wait once the server has accepted some that came at the same moment.
     * Undefined if there is nothing to wait for.
     */
    untilRoom(attempt: Attempt, allowance?: Allowance): Promise<void> | undefined {
      const lacks = (which?: 'when idle') =>
        !records.workedBefore(attempt) && room.lacks(attempt, which) !== undefined
      if (limited && attempt.besideHeaders && besideHeaders.underWay > 0) return pending.untilOneEnds()
      const waits = lacks()
        ? !lacks('when idle')
        : limited && pending.hasOthersThan(attempt.by) && !(causesNone(allowance) && mayJoin(attempt))
      return waits ? pending.untilOneEnds() : undefined
    },
    /** True if a valid attempt of this case was rejected, unless that may be because another was pending. */
    hadValidRejected: (by: string): boolean => withValidRejected.has(by),
    /** True if a valid attempt of this case was rejected while another was pending. */
    hadRejectedAtOnce: (by: string): boolean => withRejectedAtOnce.has(by),
    ...questionsAbout(records),
    isUsedUp: room.isUsedUp,
    needsClearing: room.needsClearing,
    /**
     * Bars invalid logins for this account until one of its logins is accepted, because a valid one was rejected after invalid
     * ones. Only has an effect if failed logins are limited; otherwise nobody is locked out.
     */
    bar(username: string, reason: string): void {
      if (limited) barred.set(username, reason)
    },
    /** Answers to rejected valid logins and codes of accounts with none accepted so far, by their way: none is sent again. */
    rejectedLogins: new Map<string, Exchange>(),
    /** How many of the rejections each kind has caused. */
    causedBy: causedBy as Readonly<Record<CausedBy, number>>,
    get total() {
      return room.total
    },
    /** True if a valid attempt was rejected in a way that worked before, while another was pending. */
    get rejectsAtOnce() {
      return rejectsAtOnce
    },
    limited,
  }

  /** Throws if the attempt must not be sent, however much room there is. */
  function demandUse(attempt: Attempt, allowance: Allowance | undefined): void {
    const { owner, way, isCode } = attempt
    if (limited && attempt.besideHeaders && besideHeaders.rejected >= mostBesideHeaders)
      throw new Skipped(
        'limits: the server rejects valid logins with other headers, which it may count as failed ones',
      )
    if (way === undefined) {
      if (owner !== undefined && barred.has(owner)) throw new SetupFailed(barred.get(owner))
      if (limited && allowance && allowance.left <= 0) throw allowance.spent()
    }
    const account = records.find(owner)
    if (account === undefined || owner === undefined) return
    // If a valid login is rejected in two ways, the declaration is likely to be wrong. Invalid logins would only count
    // against the account then: without a valid login to compare, a rejection proves nothing.
    if (!account.accepted && account.closed.size > 1) throw notUsed(account, owner)
    if (isCode && !account.hadSecondStep && account.codesRejected > 1) throw noMoreCodes(account, owner)
  }

  function settle(begun: Begun, ending: Ending): void {
    const { attempt, allowance, account, isTrusted } = begun
    if (!isTrusted) room.keep(-1, account)
    if (attempt.besideHeaders) besideHeaders.underWay--
    pending.end(begun.pending)
    if (ending === 'rejected' || ending === 'unanswered') return bookRejection(begun, ending)
    // Only rejections cost; otherwise the allowance gets its share back.
    if (attempt.way === undefined && allowance) allowance.left++
    if (ending !== 'neither') bookAcceptance(begun, ending)
  }

  function bookAcceptance({ attempt, account, isTrusted, pending }: Begun, as: 'token' | 'challenge'): void {
    if (!account) return
    const { owner, way, isCode } = attempt
    if (isTrusted && pending.hadCompany) acceptedAtOnce++
    if (as === 'token') {
      account.inARow = 0
      if (owner !== undefined) barred.delete(owner)
    }
    account.accepted = true
    if (isCode) account.codeAccepted = true
    if (way === undefined) return
    if (isCode) account.hadSecondStep = true
    records.opened(account, { ...attempt, way })
  }

  function bookRejection(begun: Begun, as: 'rejected' | 'unanswered'): void {
    const { attempt, allowance, account, isTrusted, pending } = begun
    const { owner, way, isCode, by } = attempt
    room.reject()
    causedBy[allowance?.by ?? 'scenario cases']++
    if (attempt.besideHeaders) {
      besideHeaders.rejected++
      return
    }
    if (account) {
      account.inARow++
      account.inAll++
      if (isCode) account.codeAccepted = false
      if (as === 'unanswered') account.unanswered++
      else if (way !== undefined) account.validRejected++
    }
    if (way === undefined) return
    if (pending.hadCompany) withRejectedAtOnce.add(by)
    // The server may reject logins that come at the same moment, which says nothing about the next one.
    if (isTrusted && pending.hadCompany) {
      rejectsAtOnce = true
      return
    }
    // A lost connection says nothing about the next login, unless more are lost in a row than may be rejected.
    if (isTrusted && as === 'unanswered' && account && account.inARow <= perAccount) return
    withValidRejected.add(by)
    if (isTrusted) unreliable.add(owner)
    if (!account) return
    if (as === 'rejected' && account.open.has(way) && account.inARow > 1) account.mayBeLocked = true
    if (isCode && as === 'rejected') account.codesRejected++
    records.closed(account, { ...attempt, way })
  }

  /**
   * True if a valid login that worked before may be sent beside pending ones, because the server accepts those that come at
   * the same moment. Not if anything else is waiting, which would wait for ever.
   */
  function mayJoin(attempt: Attempt): boolean {
    if (rejectsAtOnce || pending.areAwaited || !records.workedBefore(attempt)) return false
    if (pending.count >= mostAtOnce || !pending.mayAllBeJoined()) return false
    const isProven = acceptedAtOnce > 2
    return isProven || (pending.count === 1 && room.lacks(attempt) === undefined)
  }

  /**
   * Attempts that worked before need no room until one was rejected: one of the same account, or of any if the run has no
   * room left.
   */
  function demandRoom(attempt: Attempt, isTrusted: boolean): void {
    const limit = room.lacks(attempt)
    if (isTrusted && !(limit === 'run' ? unreliable.size > 0 : unreliable.has(attempt.owner))) return
    if (limit === 'run')
      throw new BudgetSpent(`the limit of ${most} failed logins is reached (limits.failedLogins)`)
    const { owner = '' } = attempt
    const account = records.find(owner)
    if (limit === undefined || !account) return
    if (!account.accepted) throw notUsed(account, owner)
    throw noneLeftFor(account, owner, perAccount)
  }
}

export type FailedLogins = ReturnType<typeof createFailedLogins>
