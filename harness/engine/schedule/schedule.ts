import { inCodeLanes, type CodeOptions } from './code-lanes.ts'
import type { Case, Phase } from '../case/registry.ts'
import { inTurn, sideBySide, type Lanes, type RunOne } from './side-by-side.ts'

/** The order of the phases; it follows from what their cases wait for, and from what they may do to the server. */
export const order: readonly Phase[] = [
  'plain',
  'challenges',
  'codes',
  'hours',
  'sequences',
  'late',
  'years',
  'last',
]

export interface ScheduleOptions extends Lanes<Case> {
  /** Cases run one after another until this returns true, because later cases rely on what the first ones learn. */
  isKnown: () => boolean
  /** Which cases wait for hours side by side; called when the first of them could start. In real time all do. */
  shareHours: () => 'none' | 'in lanes' | 'all'
  /** Given if the cases that need codes run beside the plain ones, because they wait in real time. */
  codesBeside: Omit<CodeOptions, 'lanes'> | undefined
  /** True for plain cases that come after the others, because they may lock the account that others log in with. */
  mayLock: (one: Case) => boolean
}

/** Runs the cases in the order of their phases, side by side if their leases allow it. */
export async function runInOrder(
  cases: readonly Case[],
  options: ScheduleOptions,
  run: RunOne<Case>,
): Promise<void> {
  const { lanes, leases, shareHours, codesBeside, isKnown, mayLock } = options
  const of = (wanted: Phase) => cases.filter(({ phase }) => phase === wanted)
  const [locking, codes] = [of('plain').filter(mayLock), of('codes')]
  const plain = of('plain').filter((one) => !mayLock(one))
  while (plain.length > 0 && lanes > 1 && !isKnown()) {
    const [first] = plain.splice(0, 1)
    if (first) await run(first, () => false)
  }
  const withoutClock = async (runOne = run) => {
    await sideBySide(plain, options, runOne)
    await sideBySide(locking, options, runOne)
  }
  // In real time, codes run in addition to the lanes, because they mostly wait. Otherwise they run after the plain cases:
  // a private token may only seem to need no login.
  if (codesBeside) {
    const noticed = createCompany()
    const beside: RunOne<Case> = (one) => noticed((hadCompany) => run(one, hadCompany))
    const ofCodes = async () => {
      await sideBySide(of('challenges'), options, beside)
      await inCodeLanes(codes, { ...codesBeside, lanes }, (one, hadCompany) =>
        noticed(() => run(one, hadCompany)),
      )
    }
    await Promise.all([withoutClock(beside), ofCodes()])
  } else {
    await withoutClock()
    // A server may keep one seed for each account, so no challenge comes between another's challenge and its code.
    await sideBySide(of('challenges'), options, run)
    await sideBySide(codes, options, run)
  }
  const sharing = shareHours()
  if (sharing === 'all')
    await sideBySide([...of('hours'), ...of('sequences')], { lanes: Infinity, leases: () => [] }, run)
  else {
    await sideBySide(of('hours'), { leases, lanes: sharing === 'none' ? 1 : Infinity }, run)
    await inTurn(of('sequences'), run)
  }
  for (const phase of ['late', 'years', 'last'] as const) await inTurn(of(phase), run)
}

/** Notices what runs side by side in lanes that know nothing of one another. */
function createCompany() {
  const running = new Set<{ hadCompany: boolean }>()
  return async (work: (hadCompany: () => boolean) => Promise<void>): Promise<void> => {
    for (const other of running) other.hadCompany = true
    const own = { hadCompany: running.size > 0 }
    running.add(own)
    await work(() => own.hadCompany)
    running.delete(own)
  }
}

export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
