import type { Case, Phase } from './registry.ts'

const order: readonly Phase[] = ['plain', 'codes', 'hours', 'years', 'last']

export interface ScheduleOptions {
  /** Cases of the phase `hours` share the time they wait for; else they run one after another. */
  shareHours: boolean
  /** Cases that wait for codes in real time run beside the plain ones. */
  codesBeside: boolean
  /** Cases that call the operator's commands run beside the plain ones: mostly they wait for a process. */
  commandsBeside: boolean
}

/** Runs the cases in the order of their phases, each phase one after another unless sharing is of use. */
export async function runInOrder<R>(
  cases: readonly Case[],
  { shareHours, codesBeside, commandsBeside }: ScheduleOptions,
  run: (subject: Case) => Promise<R>,
): Promise<void> {
  const of = (phase: Phase) => cases.filter((candidate) => candidate.phase === phase)
  const inTurn = async (some: readonly Case[]) => {
    for (const one of some) await run(one)
  }
  const [commands, plain] = divide(of('plain'), ({ tools }) => commandsBeside && tools.includes('operator'))
  await Promise.all([commands, plain, codesBeside ? of('codes') : []].map(inTurn))
  for (const phase of order.slice(codesBeside ? 2 : 1)) {
    if (phase === 'hours' && shareHours) await Promise.all(of(phase).map(run))
    else await inTurn(of(phase))
  }
}

const divide = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
]

/** The cases in the order in which they run. */
export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
