import type { FailedLogins } from '../../ledgers/failed-logins.ts'
import type { DeclaredAccounts, Kind } from '../../subject/declaration/declared-accounts.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import type { Owner, Rejection } from '../case/rejection.ts'

/** Failed logins kept for valid logins that are rejected, which can't be planned; a late case may use one of them. */
const reserve = 2
const kinds: readonly Kind[] = ['plain', 'plain2', 'mfa', 'mfa2']

/** One failed login for a case. */
export interface Taken {
  /** The account that it comes from, if the first of its kind has none left. */
  standIn?: Partial<DeclaredAccounts> | undefined
  /** Why there is none. */
  reason?: string
}

/** The failed logins that the limits leave: of the whole run, and of each account. */
export function createRoom(
  {
    limits,
    accounts,
    furtherAccounts,
    session,
  }: Pick<Declaration, 'limits' | 'accounts' | 'furtherAccounts' | 'session'>,
  failedLogins: Pick<FailedLogins, 'total' | 'ofAccount'>,
) {
  let left = limits.failedLogins > 0 ? limits.failedLogins - failedLogins.total - reserve : Infinity
  const leftOf = new Map<string, number>()
  // The web login may reject a valid password too.
  const kept = session && session.login ? 1 : 0
  const allOf = (kind: Kind) => [accounts[kind] || [], furtherAccounts[kind] ?? []].flat()
  for (const { username } of kinds.flatMap(allOf)) {
    const most = limits.failedLoginsPerAccount > 0 ? 2 * limits.failedLoginsPerAccount : Infinity
    const isFirst = accounts.plain && accounts.plain.username === username
    leftOf.set(username, most - failedLogins.ofAccount(username) - (isFirst ? kept : 0))
  }

  const kindOf = (of: Owner): Kind | undefined => {
    if (of === 'nobody') return undefined
    return of === 'other' ? (accounts.plain2 ? 'plain2' : 'plain') : of
  }

  /** The first account of that kind; undefined if none is declared. */
  function nameOf(of: Owner): string | undefined {
    const kind = kindOf(of)
    return kind && allOf(kind)[0]?.username
  }

  function take({ of, fromReserve }: Rejection): Taken {
    const kind = kindOf(of)
    const account = kind && allOf(kind).find(({ username }) => (leftOf.get(username) ?? 0) >= 1)
    const name = account?.username ?? nameOf(of)
    const room = name === undefined ? Infinity : (leftOf.get(name) ?? Infinity)
    const taken = { standIn: kind && account && account !== accounts[kind] ? { [kind]: account } : undefined }
    const takeOfAccount = () => {
      if (name !== undefined) leftOf.set(name, room - 1)
    }
    if (fromReserve && (room >= 1 || kept > 0)) {
      if (kept === 0) takeOfAccount()
      return taken
    }
    const usedUp = (limit: string, what: string) => ({
      ...taken,
      reason: `limits.${limit}: more likely faults used up the ${what} failed logins`,
    })
    if (left < 1) return usedUp('failedLogins', `run's ${limits.failedLogins}`)
    if (room < 1) return usedUp('failedLoginsPerAccount', `account's ${2 * limits.failedLoginsPerAccount}`)
    left--
    takeOfAccount()
    return taken
  }

  return {
    nameOf,
    /** Takes one for a case: from the first account of its kind that has one left, if it needs one. */
    take,
    /** Takes up to this many of the run's that belong to no account. */
    takeUpTo(most: number): number {
      const share = Math.max(0, Math.min(most, left))
      left -= share
      return share
    },
    /** Takes half of the run's; all if they have no limit. */
    takeHalf(): number {
      if (left === Infinity) return left
      const share = Math.max(0, Math.ceil(left / 2))
      left -= share
      return share
    },
  }
}
