import { combine } from './combinations.ts'
import { compare, type Ended } from './expected.ts'
import { notFound, overdrawn } from './default-limits.ts'
import type { Finding } from './findings.ts'
import type { ListedChanges, Mode } from './listed-changes.ts'
import { hostileRun } from './hostile-servers/hostile-run.ts'
import { hostileSecrets } from './hostile-servers/declared.ts'
import { mixes } from './hostile-servers/mixes.ts'
import { nullRun } from './null-servers/null-runs.ts'
import { nullServers } from './null-servers/null-servers.ts'
import { modeKey, planRuns, sequencesRun, type Planned } from './plan.ts'
import type { Changed } from './reference-declaration.ts'
import type { Outcome, Workers } from './workers.ts'

/** One thing that the self-test proves. */
export interface Task {
  /** The group, as chosen with `--only`. */
  group: string
  name: string
  /** Runs only if its group or its name is chosen. */
  onDemand?: true
  /** Takes little processor time, so it can run alongside the others. */
  waits?: true
  /** For a changed server that is judged as a whole: the run, which may be made together with others. */
  planned?: Planned
  run(): Promise<Finding>
}

export interface TaskOptions {
  seed: number
  runs: number
  workers: Workers
  /** Carry out runs that mostly wait for a server which never answers. */
  waiting: Workers
}

const combinationCount = 30
/** The runs with default limits that are part of every self-test: `--only limits` runs them all. */
const limitedSample = [
  'password-letter-case-folded-in-older-forms',
  'code-last-digit-ignored',
  'lockout-after-five-failures',
  'captcha-after-failed-web-login',
]
/** The runs without any parallel case that are part of every self-test: `--only one-by-one` does all of them. */
const oneByOneSample = [
  'token-lives-59-minutes',
  'code-last-digit-ignored',
  'seed-not-spent',
  'signature-any-recent-date',
  'token-as-row-number-on-newer-list',
  'list-not-for-everyone',
]
/** The number of sequences of steps that find every stateful defect. */
const sequences = 400
/** Further seeds, added to the run's own, that must find them too, so that no finding is one seed's luck. */
const moreSeeds = [1, 2]
/** A defect that sequences must find as well if an account has no right to read the list. */
const foundWithoutList = 'wrong-code-brings-back-spent-seed'
const mayNotList: Partial<Changed> = {
  variations: ['list-not-for-everyone'],
  declare: { accounts: { plain2: { mayList: false } } },
}

const nothing = { accounts: null, privateTokens: null, accessKeys: null, session: null }
const { accounts, session } = nothing
/** What some cases judge only if nothing, or no account, is declared. */
const undeclared = [
  {
    name: 'nothing-declared',
    defects: ['credentials-not-looked-at', 'login-newer-family-makes-accounts'],
    declare: nothing,
    breaks: [
      'anonymous.no-credentials',
      'anonymous.unknown-token',
      'anonymous.unknown-private-token',
      'anonymous.unknown-session',
      'anonymous.unknown-key',
      'login.unknown-user',
    ],
  },
  {
    name: 'no-account-declared',
    defects: ['list-by-private-token-shows-own-record'],
    declare: { accounts, session },
    breaks: ['users.same-list'],
  },
]

export function createTasks(listed: ListedChanges, { seed, runs, workers, waiting }: TaskOptions) {
  const cleanRuns = new Map<string, Promise<Outcome>>()
  const failed = new Set<string>()
  const judge = (planned: Planned) => (planned.kind === 'sequences' ? runSequences : runChanged)(planned)
  const task = (group: string, planned: Planned, name = planned.name) => ({
    group,
    name,
    planned,
    run: () => judge(planned),
  })
  const single = planRuns(listed)
  const combinations = combine(listed.variations, seed, combinationCount)
  const tasks: Task[] = [
    { group: 'unchanged', name: 'unchanged', run: runUnchanged },
    ...undeclared.map((one) => ({ group: 'undeclared', name: one.name, run: () => runUndeclared(one) })),
    ...single.map((planned) => task(`${planned.kind}s`, planned)),
    ...listed.defects
      .filter(({ stateful }) => stateful)
      .flatMap((defect) =>
        moreSeeds.map((more) => task('sequences', sequencesRun(defect, seed + more), defect.name)),
      ),
    ...listed.defects
      .filter(({ name }) => name === foundWithoutList)
      .map((defect) => task('sequences', sequencesRun(defect, seed, mayNotList), defect.name)),
    ...single.map((planned) => ({
      group: 'limits',
      name: `${planned.name} on default limits`,
      ...onDemandBut(limitedSample, planned),
      run: () => runLimited(planned),
    })),
    ...[...single, ...combinations].map((planned) => ({
      ...task('one-by-one', { ...planned, name: `${planned.name} one by one`, oneByOne: true }),
      ...onDemandBut(oneByOneSample, planned),
    })),
    ...combinations.map((planned) => task('combinations', planned)),
    ...nullServers.flatMap((server) =>
      (server.hangs ? (['declared'] as const) : (['declared', 'undeclared'] as const)).map((how) => ({
        group: 'null-servers',
        name: server.name,
        waits: true as const,
        run: async () => {
          const { outcome, mismatches } = await nullRun(server, how, waiting, { seed, runs })
          return { ...finding('null server', `${server.name} (${how})`, outcome), mismatches }
        },
      })),
    ),
    ...mixes(hostileSecrets).map((mix) => ({
      group: 'hostile-servers',
      name: mix.name,
      ...(mix.waits ? { waits: mix.waits } : {}),
      run: () => hostileRun(mix, seed),
    })),
  ]
  return { tasks, judge, failed }

  /** Runs against the unchanged server in one mode, once. */
  function clean(mode: Mode): Promise<Outcome> {
    const key = modeKey(mode)
    const run = cleanRuns.get(key) ?? workers.run({ changed: { mode }, seed, runs })
    cleanRuns.set(key, run)
    return run
  }

  async function runUnchanged(): Promise<Finding> {
    const outcome = await clean({})
    const found = finding('unchanged server', 'in debug mode', outcome)
    return outcome.ended ? { ...found, mismatches: unjudged(outcome.ended) } : found
  }

  async function runUndeclared({ name, defects, declare, breaks }: (typeof undeclared)[number]) {
    const outcome = await workers.run({ changed: { mode: {}, defects, declare }, seed, runs })
    const found = finding('changed server', name, outcome)
    return outcome.ended ? { ...found, mismatches: unbroken(breaks, outcome.ended) } : found
  }

  /**
   * With default limits, no server may count more than they allow, and likely faults must be found; other misses are only
   * noted.
   */
  async function runLimited({ name, changed: change, expected }: Planned): Promise<Finding> {
    const outcome = await workers.run({ changed: change, seed, runs, limited: true })
    const found = finding('default limits', name, outcome)
    const { rejections, verdicts = {} } = outcome.ended ?? {}
    if (!rejections) return found
    const missed = expected.breaks.map(({ requirement }) => requirement)
    const caught = missed.filter((id) => verdicts[id]?.verdict === 'fail')
    return {
      ...found,
      mismatches: [...overdrawn(rejections), ...notFound(name, caught)],
      rejections,
      missed: missed.filter((id) => !caught.includes(id)),
    }
  }

  /** Checks that another seed finds just the rules that stateful defects break. */
  async function runSequences({ name, changed: change, expected, seed: anotherSeed = seed }: Planned) {
    const breaks = expected.breaks.map(({ requirement }) => requirement)
    const outcome = await workers.run({
      changed: change,
      seed: anotherSeed,
      runs: Math.max(runs, sequences),
      only: breaks,
    })
    const found = finding('defect', name, outcome)
    return outcome.ended ? { ...found, mismatches: unbroken(breaks, outcome.ended) } : found
  }

  /** Cases that run one after another must lead to the same verdicts as those that run in parallel. */
  async function runChanged(planned: Planned): Promise<Finding> {
    const { kind, name, changed: change, expected, stateful, oneByOne } = planned
    const [before, outcome] = await Promise.all([
      clean(change.mode),
      workers.run({
        changed: change,
        seed,
        runs: stateful ? Math.max(runs, sequences) : runs,
        ...(oneByOne ? { jobs: 1 } : {}),
      }),
    ])
    const found = finding(kind, name, before.fault === undefined ? outcome : before)
    if (found.fault !== undefined || !before.ended || !outcome.ended) return found
    const mismatches = compare(before.ended, expected, outcome.ended)
    if (kind !== 'defect' || oneByOne) return { ...found, mismatches }
    return { ...found, mismatches, mode: change.mode, caughtBy: outcome.ended.failures }
  }

  function finding(kind: string, name: string, { ended, fault }: Outcome): Finding {
    for (const failure of ended?.failures ?? []) failed.add(failure.case)
    const problem = fault ?? (ended ? undefined : 'the run gave no result')
    const durationMs = ended?.durationMs ?? 0
    return { kind, name, durationMs, mismatches: [], ...(problem === undefined ? {} : { fault: problem }) }
  }
}

const onDemandBut = (sample: readonly string[], { name }: Planned) =>
  sample.includes(name) ? {} : { onDemand: true as const }

/** Returns the rules that should fail but don't. */
const unbroken = (breaks: readonly string[], { verdicts }: Ended) =>
  breaks.flatMap((requirement) => {
    const { verdict = 'untested', message = '' } = verdicts[requirement] ?? {}
    return verdict === 'fail' ? [] : [{ requirement, expected: 'fail', got: verdict, message }]
  })

/** Returns what is wrong with the unchanged server's run: it must fail nothing and leave nothing open. */
const unjudged = ({ verdicts }: Ended) =>
  Object.entries(verdicts)
    .filter(([, { verdict }]) => !['pass', 'not-applicable', 'untested'].includes(verdict))
    .map(([requirement, { verdict, message }]) => ({ requirement, expected: 'pass', got: verdict, message }))
