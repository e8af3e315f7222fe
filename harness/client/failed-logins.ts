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
  /** A second step: what is known of the account's codes counts, not only what is known of its password. */
  isCode?: true | undefined
  /** The case that sends it. */
  by?: string | undefined
}

/**
 * What came of it. `unanswered`: the server may have counted it, which says nothing of the account. `neither`: a redirect
 * that was followed, or a path that nobody answers.
 */
export type Ending = 'token' | 'challenge' | 'rejected' | 'unanswered' | 'neither'

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
  /**
   * Resolves when some attempt was answered, where only attempts under way leave no room for this one. Where rejections are
   * limited, one of another case is enough: a server may reject all that come at the same moment. Else undefined.
   */
  untilRoom(attempt: Attempt): Promise<void> | undefined
  /** True where a valid attempt of this case was rejected. */
  hadValidRejected(by: string): boolean
  /** True where a login or code of this account was rejected before. */
  hadSome(username: string): boolean
  /** True where a login of this account was ever answered by a token or a challenge. */
  wasAccepted(username: string): boolean
  /** True where a second step of this account was ever accepted. */
  hadSecondStep(username: string): boolean
  /** Valid codes of this account that were rejected. */
  codesRejected(username: string): number
  /**
   * No more invalid logins for this account until one of its logins is accepted: a valid one was rejected after invalid ones. Only
   * if they are limited; otherwise nobody is locked out.
   */
  bar(username: string, reason: string): void
  /** Answers to valid logins and codes of accounts of which none was ever accepted, by their way: none is sent again. */
  readonly rejectedLogins: Map<string, Exchange>
  /** True where it had rejections, and only a valid login stands between it and room for another. */
  needsClearing(username: string): boolean
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
  /** Those of inAll that got no answer. */
  unanswered: number
  accepted: boolean
  hadSecondStep: boolean
  codesRejected: number
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
  const withValidRejected = new Set<string | undefined>()
  /** Accounts of which a valid attempt was rejected in a way that worked: their next may be rejected too. */
  const unreliable = new Set<string | undefined>()
  let total = 0
  let underWay = 0
  /** The cases whose attempts are under way, once for each. */
  const users: (string | undefined)[] = []
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
      // One way is tried, and another: what is rejected in both is likely to be wrong in the declaration.
      // A wrong password would only count against it: with no valid login beside it, a rejection proves nothing.
      if (account && owner !== undefined && !account.accepted && account.closed.size > 1)
        throw notUsed(account, owner)
      if (isCode && account && owner !== undefined && !account.hadSecondStep && account.codesRejected > 1)
        throw noMoreCodes(account, owner)
      demandRoom({ owner, way }, isTrusted)
      if (way === undefined && allowance) allowance.left--
      if (!isTrusted) count(1)
      users.push(by)
      let isSettled = false
      return (ending) => {
        if (isSettled) return
        isSettled = true
        if (!isTrusted) count(-1)
        users.splice(users.indexOf(by), 1)
        for (const goOn of waiting) goOn()
        waiting = []
        if (ending === 'rejected' || ending === 'unanswered') book(ending)
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
        if (way !== undefined) withValidRejected.add(by)
        if (isTrusted) unreliable.add(owner)
        if (!account) return
        if (as === 'unanswered') account.unanswered++
        else if (way !== undefined && account.open.has(way) && account.inARow > 0) account.mayBeLocked = true
        account.inARow++
        account.inAll++
        if (way === undefined) return
        if (isCode && as === 'rejected') account.codesRejected++
        account.closed.add(way)
        account.open.delete(way)
        openToSome.delete(withoutAccount(owner, way))
      }
    },
    untilRoom(attempt) {
      const lacks = (which?: 'when idle') => !workedBefore(attempt) && lacksRoom(attempt, which) !== undefined
      const hasOthers = users.some((by) => by !== attempt.by)
      const waits = lacks() ? !lacks('when idle') : limited && hasOthers
      return waits ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined
    },
    hadValidRejected: (by) => withValidRejected.has(by),
    hadSome: (username) => (accounts.get(username)?.inAll ?? 0) > 0,
    wasAccepted: (username) => accounts.get(username)?.accepted ?? false,
    hadSecondStep: (username) => accounts.get(username)?.hadSecondStep ?? false,
    codesRejected: (username) => accounts.get(username)?.codesRejected ?? 0,
    ofAccount: (username) => accounts.get(username)?.inAll ?? 0,
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
    limited,
  }

  function workedBefore({ owner, way }: Attempt): boolean {
    const account = owner === undefined ? undefined : accounts.get(owner)
    const isOpen = way !== undefined && account?.accepted === true && !account.closed.has(way)
    return isOpen && (account.open.has(way) || openToSome.has(withoutAccount(owner, way)))
  }

  /** Whose limit leaves no room. `when idle`: once all that are under way are answered, and none of them rejected. */
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

  /** What worked before needs no room until such an attempt was rejected: of any account, where the run has none left. */
  function demandRoom(attempt: Attempt, isTrusted: boolean): void {
    const limit = lacksRoom(attempt)
    if (isTrusted && !(limit === 'run' ? unreliable.size > 0 : unreliable.has(attempt.owner))) return
    if (limit === 'run')
      throw new BudgetSpent(`the budget of ${most} failed logins is spent (limits.failedLogins)`)
    const { owner = '' } = attempt
    const account = accounts.get(owner)
    if (limit === undefined || !account) return
    throw account.accepted
      ? new BudgetSpent(
          account.mayBeLocked
            ? `${owner} seems to be locked out: a login that worked before was rejected after wrong ones. Wait, or lower limits.failedLoginsPerAccount`
            : `the account ${owner} has no failed logins left (limits.failedLoginsPerAccount is ${perAccount})${withoutAnswer(account)}${withoutCode(account, owner)}`,
        )
      : notUsed(account, owner)
  }
}

const notUsed = (account: Account, username: string): NeverAccepted =>
  new NeverAccepted(
    account.unanswered === account.inAll
      ? `no login of ${username} was ever answered: the account is not used any more in this run`
      : `what is declared of ${username} was rejected ${times(account.inAll - account.unanswered)} and never accepted: it is not used any more in this run. Run conformance doctor`,
  )

const noMoreCodes = ({ codesRejected }: Account, username: string): NeverAccepted =>
  new NeverAccepted(
    `${codesRejected} valid codes of ${username} were rejected and none was ever accepted: no more are sent in this run. Its declared otpSecret or otpCommand may be wrong: run conformance doctor`,
  )

const withoutAnswer = ({ unanswered }: Account): string =>
  unanswered === 0
    ? ''
    : `; a login without an answer, which came ${times(unanswered)}, counts as a failed one`

/** Where its codes may be why: nothing is gained by higher limits. */
const withoutCode = ({ codesRejected, hadSecondStep }: Account, username: string): string =>
  !hadSecondStep && codesRejected > 0
    ? `; no code of ${username} was accepted so far, so its otpSecret may be wrong: run conformance doctor`
    : ''

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
