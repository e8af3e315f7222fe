import type { Case, Phase } from './registry.ts'
import type { ToolName } from './tools.ts'

const order: readonly Phase[] = ['plain', 'codes', 'hours', 'years', 'last']

export interface ScheduleOptions {
  /** Cases of the phase `hours` share the time they wait for; else they run one after another. */
  shareHours: boolean
  /** Cases that wait for codes in real time run beside the plain ones. */
  codesBeside: boolean
  /**
   * Two kinds of plain cases run beside the others, each in turn: those that call the operator's commands, which mostly
   * wait for a process, and those that only sign, which log nobody in.
   */
  inLanes: boolean
}

/** Runs the cases in the order of their phases, each phase one after another unless sharing is of use. */
export async function runInOrder<R>(
  cases: readonly Case[],
  { shareHours, codesBeside, inLanes }: ScheduleOptions,
  run: (subject: Case) => Promise<R>,
): Promise<void> {
  const of = (phase: Phase) => cases.filter((candidate) => candidate.phase === phase)
  const inTurn = async (some: readonly Case[]) => {
    for (const one of some) await run(one)
  }
  const [commands, others] = divide(of('plain'), ({ tools }) => inLanes && tools.includes('operator'))
  const [signed, plain] = divide(others, ({ tools }) => inLanes && onlySigns(tools))
  await Promise.all([commands, signed, plain, codesBeside ? of('codes') : []].map(inTurn))
  for (const phase of order.slice(codesBeside ? 2 : 1)) {
    if (phase === 'hours' && shareHours) await Promise.all(of(phase).map(run))
    else await inTurn(of(phase))
  }
}

const signing: readonly ToolName[] = ['api', 'run', 'accessKey', 'accessKey2']

const onlySigns = (tools: readonly ToolName[]): boolean =>
  tools.some((tool) => tool === 'accessKey' || tool === 'accessKey2') &&
  tools.every((tool) => signing.includes(tool))

const divide = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
]

/** The cases in the order in which they run. */
export function inOrder(cases: readonly Case[]): Case[] {
  return order.flatMap((phase) => cases.filter((candidate) => candidate.phase === phase))
}
