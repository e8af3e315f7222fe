import type { Allowance } from '../../ledgers/allowance.ts'
import type { FailedLogins } from '../../ledgers/failed-logins.ts'
import type { DeclaredAccounts } from '../../subject/declaration/declared-accounts.ts'
import type { Declaration } from '../../subject/declaration/declaration.ts'
import { NotDeclared, noneLeft, Skipped } from '../../outcomes.ts'
import type { Spending } from '../../run/spending.ts'
import type { Case } from '../case/registry.ts'
import type { Support } from '../../run/run.ts'
import { createGivingWay, type Ranked } from './give-way.ts'
import { createRoom } from './room.ts'

export interface SpendingInput {
  declaration: Pick<Declaration, 'limits' | 'accounts' | 'furtherAccounts' | 'session'>
  support: Support
  failedLogins: Pick<FailedLogins, 'total' | 'limited' | 'ofAccount' | 'isUsedUp'>
  /** False if the case needs something that is not declared: then it sends nothing. */
  canRun: (subject: Case) => boolean
}

const forObservations = 4

/** Decides, before the first case runs, which cases fit into the limits, the likeliest faults first. */
export function planSpending(cases: readonly Case[], input: SpendingInput): Spending {
  const { declaration, failedLogins } = input
  if (!failedLogins.limited) return unlimited
  const { limits } = declaration
  const room = createRoom(declaration, failedLogins)
  const asking = casesAsking(cases, input)
  const ranked = byRank(asking)
  const planned = new Map<string, Allowance>()
  const standIns = new Map<string, Partial<DeclaredAccounts>>()
  const skipped = new Map<string, string>()
  /** Cases that found no room, and so need another one to give way: why. */
  const hoping = new Map<string, string>()

  /** Plans a case; returns why there is no room for it, or undefined if there is. */
  function plan({ id, rejects }: Ranked): string | undefined {
    const { standIn, reason } = room.take(rejects)
    if (standIn) standIns.set(id, standIn)
    if (reason === undefined || rejects.hopeful)
      planned.set(id, rejects.hopeful ? { ...scenario(1), cautious: true } : scenario(1))
    return reason
  }
  for (const one of ranked.filter(({ rejects }) => !rejects.hopeful)) {
    const reason = plan(one)
    if (reason !== undefined) skipped.set(one.id, reason)
  }
  for (const one of ranked.filter(({ rejects }) => rejects.hopeful)) {
    const reason = plan(one)
    if (reason !== undefined) hoping.set(one.id, reason)
  }
  const observations = observing(room.takeUpTo(forObservations))
  for (const { id, rejects } of asking.filter(({ rejects }) => rejects.property)) {
    const isFree = rejects.of === 'nobody' || limits.failedLoginsPerAccount === 0
    planned.set(id, { ...scenario(isFree ? room.takeHalf() : 0), by: 'properties' })
  }

  /** True if rejections that were not planned, such as those of web logins, took the room of a planned case. */
  function hasLostRoom({ id, rejects }: Ranked): boolean {
    const [standIn] = Object.values(standIns.get(id) ?? {})
    const name = standIn ? standIn.username : room.nameOf(rejects.of)
    if (name !== undefined && !rejects.hopeful && failedLogins.isUsedUp(name)) return true
    // A late case leaves one for the whole run.
    const isLast = limits.failedLogins > 0 && failedLogins.total + 2 > limits.failedLogins
    return rejects.fromReserve === true && isLast
  }

  const givingWay = createGivingWay({ ranked, isPlanned: (id) => planned.has(id), nameOf: room.nameOf })
  return {
    of: ({ id }) => planned.get(id) ?? { ...scenario(0), unused: true },
    observations,
    accounts: ({ id }) => standIns.get(id) ?? {},
    begin({ id }) {
      givingWay.begin(id)
      if (givingWay.givesWay(id))
        return 'limits: the server rejected a request that most accept, which took the place of this one'
      const allowance = planned.get(id)
      const one = allowance && asking.find((candidate) => candidate.id === id)
      if (!one) return skipped.get(id)
      if (planned.get(one.rejects.alike ?? '')?.left === 0)
        return 'limits: the server rejected a request like this one on the other path family, so this one was not sent'
      if (hasLostRoom(one))
        return 'limits: unexpected rejections in this run used up the failed logins kept for this case'
      const reason = hoping.get(id)
      return reason === undefined || givingWay.pair(one, allowance) ? undefined : reason
    },
  }
}

/** The cases that cause a rejection and can run. */
function casesAsking(
  cases: readonly Case[],
  { declaration, support, canRun }: SpendingInput,
): readonly Ranked[] {
  return cases.filter(
    (one): one is Ranked =>
      one.rejects !== undefined &&
      !(one.rejects.undeclared && declaration.accounts.plain) &&
      (one.rejects.family === undefined || support.login[one.rejects.family]) &&
      canRun(one),
  )
}

/** All but those with random inputs, the likeliest faults first. */
function byRank(asking: readonly Ranked[]): readonly Ranked[] {
  const rankOf = ({ rejects: { rank, repeats } }: Ranked): number =>
    asking.some(({ id }) => id === repeats) ? Infinity : rank
  return asking
    .filter(({ rejects }) => !rejects.property)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

const scenario = (left: number): Allowance => ({
  left,
  by: 'scenario cases',
  spent: () => new Skipped(noneLeft),
})

const observing = (left: number): Allowance => ({
  left,
  by: 'observations',
  spent: () =>
    new NotDeclared(
      'limits.failedLogins',
      `left out: observations cost at most ${forObservations} failed logins, and no more than the cases leave; lift limits.failedLogins to measure it`,
    ),
  cautious: true,
})

const unlimited: Spending = {
  of: () => scenario(Infinity),
  observations: observing(Infinity),
  accounts: () => ({}),
  begin: () => undefined,
}
