import { isSecondFactor, type Case, type Phase } from './registry.ts'
import type { ToolName } from './tools.ts'

const order: readonly Phase[] = ['plain', 'codes', 'hours', 'sequences', 'captcha', 'years', 'last']

export interface ScheduleOptions {
  /**
   * Which cases share the time they wait for; asked when the first would wait for an hour. In real time all that do. Where
   * time jumps, those of one requirement that use one account, so that none sees another's logins.
   */
  shareHours: () => 'none' | 'of one account' | 'all'
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
  const of = (wanted: Phase) => cases.filter(({ phase }) => phase === wanted)
  const atOnce = (some: readonly Case[]) => Promise.all(some.map(run))
  const inTurn = async (some: readonly Case[]) => {
    for (const one of some) await run(one)
  }
  const [commands, others] = divide(of('plain'), ({ tools }) => inLanes && tools.includes('operator'))
  const [signed, plain] = divide(others, ({ tools }) => inLanes && onlySigns(tools))
  await Promise.all([commands, signed, plain, codesBeside ? of('codes') : []].map(inTurn))
  if (!codesBeside) await inTurn(of('codes'))
  const waiting = [...of('hours'), ...of('sequences')]
  const sharing = shareHours()
  if (sharing === 'all') await atOnce(waiting)
  else {
    const [together, alone] = divide(waiting, (one) => sharing === 'of one account' && usesOneAccount(one))
    for (const requirement of new Set(together.map((one) => one.requirement)))
      await atOnce(together.filter((one) => one.requirement === requirement))
    await inTurn(alone)
  }
  await inTurn(of('captcha'))
  await inTurn(of('years'))
  await inTurn(of('last'))
}

const usesOneAccount = ({ phase, tools }: Case): boolean =>
  phase === 'hours' && !tools.some((tool) => tool === 'account2' || isSecondFactor(tool))

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
