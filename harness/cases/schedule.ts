import type { Case, Phase } from './registry.ts'

const order: readonly Phase[] = ['plain', 'codes', 'hours', 'years', 'last']

export interface ScheduleOptions {
  /** Cases of the phase `hours` share the time they wait for; else they run one after another. */
  shareHours: boolean
  /** Cases that wait for codes in real time run beside the plain ones. */
  codesBeside: boolean
}

/** Runs the cases in the order of their phases, each phase one after another unless sharing is of use. */
export async function runInOrder<R>(
  cases: readonly Case[],
  { shareHours, codesBeside }: ScheduleOptions,
  run: (subject: Case) => Promise<R>,
): Promise<void> {
  const of = (phase: Phase) => cases.filter((candidate) => candidate.phase === phase)
  const inTurn = async (some: readonly Case[]) => {
    for (const one of some) await run(one)
  }
  if (codesBeside) await Promise.all([inTurn(of('plain')), inTurn(of('codes'))])
  for (const phase of codesBeside ? order.slice(2) : order) {
    if (phase === 'hours' && shareHours) await Promise.all(of(phase).map(run))
    else await inTurn(of(phase))
  }
}

/** The cases in the order in which they run. */
export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
