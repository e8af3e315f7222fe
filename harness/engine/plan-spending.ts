import type { Allowance, FailedLogins } from '../client/failed-logins.ts'
import type { Family } from '../client/families.ts'
import type { Declaration } from '../subject/declaration.ts'
import { NotDeclared, noneLeft, Skipped } from '../verdicts/outcomes.ts'
import type { Case } from './registry.ts'
import type { Support } from './run.ts'

/** Whose failed logins a case causes. `other`: the second account without a second factor, the first where there is none. */
export type Owner = 'plain' | 'other' | 'mfa' | 'mfa2' | 'nobody'

/** What a case costs where failed logins are limited: one rejection, or as many as there are left for a property. */
export interface Rejection {
  of: Owner
  /** 1: the likeliest fault of real servers. What comes behind finds what those before it left. */
  rank: number
  /** It is judged at the login of this family alone. */
  family?: Family
  /** Random inputs, which come last. */
  property?: true
  /** It is judged only where no account is declared. */
  undeclared?: true
  /**
   * Most servers accept it, and then it costs nothing. Where one rejects it, the least likely fault of the account that
   * comes later goes untried.
   */
  hopeful?: true
  /** It runs late, and takes what is kept for valid logins that are rejected, where that is not needed. One case alone. */
  fromReserve?: true
  /** The case that judges the same with another account: where that can run, this one comes after all others. */
  repeats?: string
}

/** What each part of a run may spend. */
export interface Spending {
  of(subject: Pick<Case, 'id'>): Allowance
  observations: Allowance
  /** Why a case is not run; undefined for one that is. */
  skipped(subject: Pick<Case, 'id'>): string | undefined
}

export interface SpendingInput {
  declaration: Pick<Declaration, 'limits' | 'accounts' | 'session'>
  support: Support
  failedLogins: Pick<FailedLogins, 'total' | 'limited' | 'ofAccount'>
  /** False where the case asks for what the declaration lacks: then it sends nothing. */
  canRun: (subject: Case) => boolean
}

/** Kept for valid logins that are rejected, which nobody can plan; a late case may take one of them. */
const reserve = 2
const forObservations = 4

/** Decides before the first case which of them fit into the limits, the likeliest faults first. */
export function planSpending(cases: readonly Case[], input: SpendingInput): Spending {
  const { declaration, support, failedLogins, canRun } = input
  const { limits, accounts, session } = declaration
  const planned = new Map<string, Allowance>()
  const skipped = new Map<string, string>()
  /** Cases that give way where the request with this allowance was rejected. */
  const givesWay = new Map<string, Allowance>()
  const scenario = (left: number): Allowance => ({
    left,
    by: 'scenario cases',
    spent: () => new Skipped(noneLeft),
  })
  const observing = (left: number): Allowance => ({
    left,
    by: 'observations',
    spent: notMeasured,
    cautious: true,
  })
  if (!failedLogins.limited)
    return {
      of: () => scenario(Infinity),
      observations: { ...observing(Infinity) },
      skipped: () => undefined,
    }

  let left = limits.failedLogins > 0 ? limits.failedLogins - failedLogins.total - reserve : Infinity
  const leftOf = new Map<string, number>()
  // The web login may reject a valid password too.
  const kept = session && session.login ? 1 : 0
  for (const [name, account] of Object.entries(accounts)) {
    if (!account) continue
    const most = limits.failedLoginsPerAccount > 0 ? 2 * limits.failedLoginsPerAccount : Infinity
    leftOf.set(
      account.username,
      most - failedLogins.ofAccount(account.username) - (name === 'plain' ? kept : 0),
    )
  }
  const nameOf = (of: Owner): string | undefined => {
    const account =
      of === 'nobody' ? undefined : of === 'other' ? accounts.plain2 || accounts.plain : accounts[of]
    return account ? account.username : undefined
  }
  const asking = cases.filter(
    (one): one is Case & { rejects: Rejection } =>
      one.rejects !== undefined &&
      !(one.rejects.undeclared && Object.values(accounts).some(Boolean)) &&
      (one.rejects.family === undefined || support.login[one.rejects.family]) &&
      canRun(one),
  )
  const position = cases.map(({ id }) => id)
  const rankOf = ({ rejects: { rank, repeats } }: { rejects: Rejection }): number =>
    asking.some(({ id }) => id === repeats) ? Infinity : rank
  const ranked = asking
    .filter(({ rejects }) => !rejects.property)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  /** Plans a case, or says why there is no room for it. */
  const take = ({ id, rejects }: (typeof ranked)[number]): string | undefined => {
    const name = nameOf(rejects.of)
    const room = name === undefined ? Infinity : (leftOf.get(name) ?? Infinity)
    if (rejects.fromReserve && (room >= 1 || kept > 0)) {
      if (kept === 0 && name !== undefined) leftOf.set(name, room - 1)
      planned.set(id, scenario(1))
      return undefined
    }
    if (left < 1) return `limits.failedLogins: likelier faults take the ${limits.failedLogins} of the run`
    if (room < 1)
      return `limits.failedLoginsPerAccount: likelier faults take the ${2 * limits.failedLoginsPerAccount} of the account`
    left--
    if (name !== undefined) leftOf.set(name, room - 1)
    planned.set(id, scenario(1))
    return undefined
  }
  for (const one of ranked.filter(({ rejects }) => !rejects.hopeful)) {
    const reason = take(one)
    if (reason !== undefined) skipped.set(one.id, reason)
  }
  for (const hope of ranked.filter(({ rejects }) => rejects.hopeful)) {
    const reason = take(hope)
    if (reason === undefined) continue
    const later = ranked.findLast(
      ({ id, rejects }) =>
        planned.has(id) &&
        !rejects.hopeful &&
        !givesWay.has(id) &&
        nameOf(rejects.of) === nameOf(hope.rejects.of) &&
        position.indexOf(id) > position.indexOf(hope.id),
    )
    if (!later) {
      skipped.set(hope.id, reason)
      continue
    }
    const allowance = scenario(1)
    planned.set(hope.id, allowance)
    givesWay.set(later.id, allowance)
  }
  const observations = Math.max(0, Math.min(forObservations, left))
  left -= observations
  for (const { id, rejects } of asking.filter(({ rejects }) => rejects.property)) {
    const isFree = rejects.of === 'nobody' || limits.failedLoginsPerAccount === 0
    const share = isFree ? Math.max(0, left === Infinity ? left : Math.ceil(left / 2)) : 0
    if (left !== Infinity) left -= share
    planned.set(id, { ...scenario(share), by: 'properties' })
  }
  const shared = observing(observations)
  /** Room for one more, and one still kept in the whole run. */
  const hasReserve = (name = ''): boolean =>
    (limits.failedLogins === 0 || failedLogins.total + 2 <= limits.failedLogins) &&
    (limits.failedLoginsPerAccount === 0 || failedLogins.ofAccount(name) < 2 * limits.failedLoginsPerAccount)
  return {
    of: ({ id }) => planned.get(id) ?? scenario(0),
    observations: shared,
    skipped(subject) {
      if (givesWay.get(subject.id)?.left === 0)
        return 'limits: the server rejected a request that most accept, which took the place of this one'
      const reserved = asking.find(({ id, rejects }) => id === subject.id && rejects.fromReserve)
      if (reserved && planned.has(subject.id) && !hasReserve(nameOf(reserved.rejects.of)))
        return 'limits: the server rejected a valid login, which took the place of this one'
      return skipped.get(subject.id)
    },
  }
}

const notMeasured = (): Error =>
  new NotDeclared(
    'limits.failedLogins',
    `left out: observations cost at most ${forObservations} failed logins, and no more than the cases leave; lift limits.failedLogins to measure it`,
  )
