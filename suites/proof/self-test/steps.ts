import type { Finding } from './findings.ts'
import { drawGroups } from './draw-groups.ts'
import { judgeGroup, type JudgedGroup } from './judge-group.ts'
import type { Planned } from './plan.ts'
import type { Task } from './tasks.ts'

/** What one worker does in one go: a task, or several in one server. */
export interface Step {
  tasks: readonly Task[]
  /** Takes little processor time. */
  waits: boolean
  run(): Promise<JudgedGroup>
}

export interface StepOptions {
  seed: number
  /** One change to a server. */
  alone: boolean
  /** Names that were asked for; each of them gets a server of its own. */
  named: readonly string[]
  judge: (planned: Planned) => Promise<Finding>
}

/** The most changes in one server. */
const most = 8

/** Puts tasks together that may share a server. */
export function createSteps(tasks: readonly Task[], { seed, alone, named, judge }: StepOptions): Step[] {
  const mayShare = ({ name, planned }: Task) =>
    !alone && planned !== undefined && planned.alone === undefined && !named.includes(name)
  const byPlanned = new Map(tasks.filter(mayShare).map((task) => [task.planned, task]))
  const planned = [...byPlanned.keys()].filter((one) => one !== undefined)
  const groups = drawGroups(planned, { seed, most })
  const steps = [
    ...tasks
      .filter((task) => !mayShare(task))
      .map((task) => ({
        tasks: [task],
        waits: task.waits ?? false,
        run: async () => ({ findings: [await task.run()], split: [] }),
      })),
    ...groups.map((members) => ({
      tasks: members.flatMap((one) => byPlanned.get(one) ?? []),
      waits: false,
      run: () => judgeGroup(members, judge),
    })),
  ]
  return steps.toSorted((one, other) => rank(one) - rank(other))
}

/** Carries out one step; a run that can't be carried out is a finding of its own, and costs none of the others. */
export async function carryOut({ tasks, run }: Step): Promise<JudgedGroup> {
  try {
    return await run()
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    const findings = tasks.map(({ group, name }) => ({
      kind: group,
      name,
      durationMs: 0,
      mismatches: [],
      fault,
    }))
    return { findings, split: [] }
  }
}

/** Sorts long steps first, so that no worker is left with one at the end. The clean run comes before all: others wait for it. */
function rank({ tasks: [first, second] }: Step): number {
  if (first?.group === 'unchanged') return 0
  if (first?.planned?.stateful || first?.group === 'sequences' || first?.group === 'hostile-servers') return 1
  if (second) return 2
  return first?.group === 'clients' ? 4 : 3
}
