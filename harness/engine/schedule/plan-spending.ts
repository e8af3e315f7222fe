import type { Allowance } from '../../ledgers/allowance.ts'
import type { FailedLogins } from '../../ledgers/failed-logins.ts'
import type { DeclaredAccounts, Kind } from '../../subject/declaration/declared-accounts.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { NotDeclared, noneLeft, Skipped } from '../../outcomes.ts'
import type { Spending } from '../../run/spending.ts'
import type { Case } from '../case/registry.ts'
import type { Owner, Rejection } from '../case/rejection.ts'
import type { Support } from '../../run/run.ts'

export interface SpendingInput {
  declaration: Pick<Declaration, 'limits' | 'accounts' | 'furtherAccounts' | 'session'>
  support: Support
  failedLogins: Pick<FailedLogins, 'total' | 'limited' | 'ofAccount' | 'isUsedUp'>
  /** False if the case needs something that is not declared: then it sends nothing. */
  canRun: (subject: Case) => boolean
}

const kinds: readonly Kind[] = ['plain', 'plain2', 'mfa', 'mfa2']

/** Failed logins kept for valid logins that are rejected, which can't be planned; a late case may use one of them. */
const reserve = 2
const forObservations = 4

/** Decides, before the first case runs, which cases fit into the limits, the likeliest faults first. */
export function planSpending(cases: readonly Case[], input: SpendingInput): Spending {
  const { declaration, support, failedLogins, canRun } = input
  const { limits, accounts, furtherAccounts, session } = declaration
  const planned = new Map<string, Allowance>()
  const skipped = new Map<string, string>()
  const standIns = new Map<string, Partial<DeclaredAccounts>>()
  /** Cases that found no room, and so need another one to give way: why. */
  const hoping = new Map<string, string>()
  /** Which case gives way if the request with this allowance is rejected. */
  const pairs = new Map<Allowance, string>()
  const begun = new Set<string>()
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
      accounts: () => ({}),
      begin: () => undefined,
    }

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
  const kindOf = (of: Owner): Kind | undefined =>
    of === 'nobody' ? undefined : of === 'other' ? (accounts.plain2 ? 'plain2' : 'plain') : of
  const nameOf = (of: Owner): string | undefined => {
    const kind = kindOf(of)
    return kind && allOf(kind)[0]?.username
  }
  const asking = cases.filter(
    (one): one is Case & { rejects: Rejection } =>
      one.rejects !== undefined &&
      !(one.rejects.undeclared && accounts.plain) &&
      (one.rejects.family === undefined || support.login[one.rejects.family]) &&
      canRun(one),
  )
  const rankOf = ({ rejects: { rank, repeats } }: { rejects: Rejection }): number =>
    asking.some(({ id }) => id === repeats) ? Infinity : rank
  const ranked = asking
    .filter(({ rejects }) => !rejects.property)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  /** Plans a case; returns why there is no room for it, or undefined if there is. */
  const take = ({ id, rejects }: (typeof ranked)[number]): string | undefined => {
    const kind = kindOf(rejects.of)
    const account = kind && allOf(kind).find(({ username }) => (leftOf.get(username) ?? 0) >= 1)
    const name = account?.username ?? nameOf(rejects.of)
    const room = name === undefined ? Infinity : (leftOf.get(name) ?? Infinity)
    if (kind && account && account !== accounts[kind]) standIns.set(id, { [kind]: account })
    if (rejects.fromReserve && (room >= 1 || kept > 0)) {
      if (kept === 0 && name !== undefined) leftOf.set(name, room - 1)
      planned.set(id, scenario(1))
      return undefined
    }
    if (left < 1)
      return `limits.failedLogins: more likely faults used up the run's ${limits.failedLogins} failed logins`
    if (room < 1)
      return `limits.failedLoginsPerAccount: more likely faults used up the account's ${2 * limits.failedLoginsPerAccount} failed logins`
    left--
    if (name !== undefined) leftOf.set(name, room - 1)
    planned.set(id, rejects.hopeful ? { ...scenario(1), cautious: true } : scenario(1))
    return undefined
  }
  for (const one of ranked.filter(({ rejects }) => !rejects.hopeful)) {
    const reason = take(one)
    if (reason !== undefined) skipped.set(one.id, reason)
  }
  const givesWay = (id: string) => [...pairs].some(([{ left }, later]) => left === 0 && later === id)
  const stays = ({ id, rejects }: Pick<(typeof ranked)[number], 'id' | 'rejects'>): boolean =>
    planned.has(id) && !rejects.hopeful && !givesWay(id)
  /** The case that gives way if this one's request is rejected; undefined if all that could have begun. */
  const laterThan = (hope: (typeof ranked)[number]) => {
    const mayGiveWay = ranked.filter(
      (one) => stays(one) && !begun.has(one.id) && nameOf(one.rejects.of) === nameOf(hope.rejects.of),
    )
    // If possible, no rule is left without a case.
    const hasOthers = ({ requirement }: Case) =>
      ranked.filter((one) => stays(one) && one.requirement === requirement).length > 1
    return mayGiveWay.findLast(hasOthers) ?? mayGiveWay.at(-1)
  }
  for (const hope of ranked.filter(({ rejects }) => rejects.hopeful)) {
    const reason = take(hope)
    if (reason === undefined) continue
    hoping.set(hope.id, reason)
    planned.set(hope.id, { ...scenario(1), cautious: true })
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
  /** True if rejections that were not planned, such as those of web logins, took the room of a planned case. */
  const hasLostRoom = ({ id, rejects }: (typeof asking)[number]): boolean => {
    const [standIn] = Object.values(standIns.get(id) ?? {})
    const name = standIn ? standIn.username : nameOf(rejects.of)
    if (name !== undefined && !rejects.hopeful && failedLogins.isUsedUp(name)) return true
    // A late case leaves one for the whole run.
    const isLast = limits.failedLogins > 0 && failedLogins.total + 2 > limits.failedLogins
    return rejects.fromReserve === true && isLast
  }
  return {
    of: ({ id }) => planned.get(id) ?? { ...scenario(0), unused: true },
    observations: shared,
    accounts: ({ id }) => standIns.get(id) ?? {},
    begin(subject) {
      begun.add(subject.id)
      if (givesWay(subject.id))
        return 'limits: the server rejected a request that most accept, which took the place of this one'
      const one = asking.find(({ id }) => id === subject.id && planned.has(id))
      if (one && hasLostRoom(one))
        return 'limits: other rejections in this run used up the room kept for this one'
      const allowance = one && planned.get(one.id)
      const reason = hoping.get(subject.id)
      if (one && allowance && reason !== undefined && !pairs.has(allowance)) {
        const later = laterThan(one)
        if (!later) return reason
        pairs.set(allowance, later.id)
      }
      return skipped.get(subject.id)
    },
  }
}

const notMeasured = (): Error =>
  new NotDeclared(
    'limits.failedLogins',
    `left out: observations cost at most ${forObservations} failed logins, and no more than the cases leave; lift limits.failedLogins to measure it`,
  )
