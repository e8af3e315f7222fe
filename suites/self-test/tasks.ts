import { combine } from './combinations.ts'
import { compare, type Ended } from './expected.ts'
import type { Finding } from './findings.ts'
import type { ListedChanges, Mode } from './listed-changes.ts'
import { nullRun } from './null-servers/null-runs.ts'
import { nullServers } from './null-servers/null-servers.ts'
import { planRuns, type Planned } from './plan.ts'
import type { Outcome, Workers } from './workers.ts'

/** One thing that the self-test shows. */
export interface Task {
  /** The word by which `--only` chooses all of its kind. */
  group: string
  name: string
  run(): Promise<Finding>
}

export interface TaskOptions {
  seed: number
  runs: number
  workers: Workers
}

const combinationCount = 30
/** Sequences of steps by which every stateful defect is found. */
const sequences = 400

/** Everything that a full self-test shows. */
export function createTasks(listed: ListedChanges, { seed, runs, workers }: TaskOptions): Task[] {
  const cleanRuns = new Map<string, Promise<Outcome>>()
  const changed = (group: string) => (planned: Planned) => ({
    group,
    name: planned.name,
    run: () => runChanged(planned),
  })
  return [
    { group: 'unchanged', name: 'unchanged', run: runUnchanged },
    ...planRuns(listed).map((planned) => changed(`${planned.kind}s`)(planned)),
    ...combine(listed.variations, seed, combinationCount).map(changed('combinations')),
    ...nullServers.flatMap((server) =>
      (['declared', 'undeclared'] as const).map((how) => ({
        group: 'null-servers',
        name: server.name,
        run: async () => {
          const { outcome, mismatches } = await nullRun(server, how, workers, { seed, runs })
          return { ...finding('null server', `${server.name} (${how})`, outcome), mismatches }
        },
      })),
    ),
  ]

  /** A run against the unchanged server in one mode, made once. */
  function clean(mode: Mode): Promise<Outcome> {
    const { debug = true, serverVersion = '2.10.0' } = mode
    const key = JSON.stringify([debug, serverVersion])
    const run = cleanRuns.get(key) ?? workers.run({ changed: { mode }, seed, runs })
    cleanRuns.set(key, run)
    return run
  }

  async function runUnchanged(): Promise<Finding> {
    const outcome = await clean({})
    const found = finding('unchanged server', 'in debug mode', outcome)
    return outcome.ended ? { ...found, mismatches: unjudged(outcome.ended) } : found
  }

  async function runChanged({ kind, name, changed: change, expected, stateful }: Planned): Promise<Finding> {
    const [before, outcome] = await Promise.all([
      clean(change.mode),
      workers.run({
        changed: change,
        seed,
        runs: stateful ? Math.max(runs, sequences) : runs,
      }),
    ])
    const found = finding(kind, name, before.fault === undefined ? outcome : before)
    if (found.fault !== undefined || !before.ended || !outcome.ended) return found
    const mismatches = compare(before.ended, expected, outcome.ended)
    if (kind !== 'defect') return { ...found, mismatches }
    return { ...found, mismatches, mode: change.mode, caughtBy: outcome.ended.failures }
  }
}

function finding(kind: string, name: string, { ended, fault }: Outcome): Finding {
  const problem = fault ?? (ended ? undefined : 'the run gave no result')
  const durationMs = ended?.durationMs ?? 0
  return { kind, name, durationMs, mismatches: [], ...(problem === undefined ? {} : { fault: problem }) }
}

/** The unchanged server must fail nothing and leave nothing open. */
const unjudged = ({ verdicts }: Ended) =>
  Object.entries(verdicts)
    .filter(([, { verdict }]) => !['pass', 'not-applicable', 'untested'].includes(verdict))
    .map(([requirement, { verdict, message }]) => ({ requirement, expected: 'pass', got: verdict, message }))
