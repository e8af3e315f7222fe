import type { Case, Phase } from './registry.ts'
import { inTurn, sideBySide, type Lanes, type RunOne } from './side-by-side.ts'

/** The order of the phases; it follows from what their cases wait for, and from what they may do to the server. */
export const order: readonly Phase[] = ['plain', 'codes', 'hours', 'sequences', 'late', 'years', 'last']

/** Phases that may run together. */
export const stages: readonly (readonly Phase[])[] = [
  ['plain', 'codes', 'hours'],
  ['sequences'],
  ['late'],
  ['years'],
  ['last'],
]

export interface ScheduleOptions extends Lanes<Case> {
  /** Cases run one after another until this returns true, because later cases rely on what the first ones learn. */
  isKnown: () => boolean
  /** Which cases wait for hours side by side; called when the first of them could start. In real time all do. */
  shareHours: () => 'none' | 'in lanes' | 'all'
  /** True if the cases that need codes run beside the plain ones, because they wait in real time. */
  codesBeside: boolean
  /** True for plain cases that may run beside those that need codes, because jumps to the next code can't spoil them. */
  toleratesJumps: (one: Case) => boolean
  /** True for plain cases that come after the others, because they may lock the account that others log in with. */
  mayLock: (one: Case) => boolean
}

/** Runs the cases in the order of their phases, side by side if their leases allow it. */
export async function runInOrder(
  cases: readonly Case[],
  options: ScheduleOptions,
  run: RunOne<Case>,
): Promise<void> {
  const { lanes, leases, shareHours, codesBeside, isKnown } = options
  const of = (wanted: Phase) => cases.filter(({ phase }) => phase === wanted)
  const plain = of('plain')
  while (plain.length > 0 && lanes > 1 && !isKnown()) {
    const [first] = plain.splice(0, 1)
    if (first) await run(first, () => false)
  }
  const first = { plain, codes: of('codes'), hours: of('hours') }
  const hours = codesBeside ? await waitForCodes(first, options, run) : await jumpToCodes(first, options, run)
  const sharing = shareHours()
  if (sharing === 'all')
    await sideBySide([...hours, ...of('sequences')], { lanes: Infinity, leases: () => [] }, run)
  else {
    await sideBySide(hours, { leases, lanes: sharing === 'none' ? 1 : Infinity }, run)
    await inTurn(of('sequences'), run)
  }
  for (const phase of ['late', 'years', 'last'] as const) await inTurn(of(phase), run)
}

type FirstPhases = Record<'plain' | 'codes' | 'hours', readonly Case[]>

/** Runs the cases that need codes in addition to the lanes, because they mostly wait; returns the cases that are left. */
async function waitForCodes(
  { plain, codes, hours }: FirstPhases,
  options: ScheduleOptions,
  run: RunOne<Case>,
) {
  const [locking, open] = partition(plain, options.mayLock)
  const withoutCodes = async () => {
    await sideBySide(open, options, run)
    await sideBySide(locking, options, run)
  }
  await Promise.all([withoutCodes(), inTurn(codes, run)])
  return hours
}

/**
 * Runs the cases that need codes beside the plain ones that tolerate a jump to the next code, and beside those that only log
 * in and wait for hours: no hour passes before the plain cases have ended. Returns the cases that are left.
 */
async function jumpToCodes(
  { plain, codes, hours }: FirstPhases,
  options: ScheduleOptions,
  run: RunOne<Case>,
) {
  const { lanes, leases, shareHours, mayLock, toleratesJumps } = options
  const [locking, open] = partition(plain, mayLock)
  const [beside, before] = partition(open, (one) => lanes > 1 && toleratesJumps(one))
  // No case tolerates a jump to a code with leading zeros, which may be hours away.
  const [far, near] = partition(codes, ({ needs }) => needs.includes('clock'))
  await sideBySide(before, options, run)
  await sideBySide(far, options, run)
  const mayShare = lanes > 1 && shareHours() === 'in lanes'
  const [early, rest] = partition(hours, (one) => mayShare && leases(one).length === 0)
  const takesLane = (one: Case) => !early.includes(one)
  await sideBySide([...beside, ...near, ...early], { ...options, takesLane }, run)
  await sideBySide(locking, options, run)
  return rest
}

/** Splits a list into what passes the test and what doesn't. */
const partition = <T>(all: readonly T[], passes: (one: T) => boolean): [T[], T[]] => [
  all.filter(passes),
  all.filter((one) => !passes(one)),
]

/** The cases in the order in which they run. */
export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
