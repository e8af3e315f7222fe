import { readGiven } from '../cli/files/read-given.ts'
import { selectRequirements } from '../cli/judge/select-cases.ts'
import type { Suite } from '../cli/suite.ts'
import { chooseCases } from '../engine/schedule/choose-cases.ts'
import type { Case } from '../engine/case/registry.ts'
import { inOrder } from '../engine/schedule/schedule.ts'
import { subjectEnvironment } from '../subject/commands/subject-environment.ts'
import { checkOptions } from './check-options.ts'
import { createSession } from './session.ts'
import type { CaseResult } from '../verdicts/results.ts'

/** The server to run cases against, and which cases to run. */
export interface CasesOptions {
  /** Address of the server; absent: the declaration has it, or says how to start the server. */
  baseUrl?: string
  /** Path of a declaration, or the declaration itself; absent: the one in the current folder. */
  config?: string | object
  /** Judges the bundled reference server. */
  bundled?: boolean
  /** Requirement ids or topics. */
  only?: readonly string[]
  skip?: readonly string[]
  /** Fails the test of a failed `should` too. */
  strict?: boolean
  /** Seed of the random inputs; absent: drawn at random, and shown in failures. */
  seed?: number
  /** Number of tries of each property; 5 by default. */
  runs?: number
  /** Runs cases that wait in real time, too. */
  slow?: boolean
  /** How many cases may run at once. */
  jobs?: number
}

/** How a case ended. */
export type JudgedCase = Pick<
  CaseResult,
  'id' | 'title' | 'verdict' | 'wanted' | 'got' | 'message' | 'durationMs' | 'exchanges' | 'transcript'
>

/** One case, as a test of your own runner. */
export interface ConformanceCase {
  /** `<requirement>/<slug>` */
  id: string
  /** The requirement and the situation, unique among the cases. */
  title: string
  requirement: string
  level: 'must' | 'should'
  /** The rule, as a sentence. */
  statement: string
  /**
   * Rejects if the case fails or can't be judged. If it does not apply, or fails a `should` without `strict`, the test is
   * skipped if the runner passes a `skip` to its tests (vitest, node:test); otherwise resolves.
   * @throws NotPassed with what was wanted, what came, and the exchanges
   */
  run: (...runner: unknown[]) => Promise<void>
  /** Judges the case and returns how it ended; rejects only if the server can't be reached or the declaration is wrong. */
  judge: () => Promise<JudgedCase>
}

/** The cases in the order of a run, with functions to call before the first and after the last. */
export type ConformanceCases = ConformanceCase[] & {
  /** Starts the server, if the declaration says how. The first case does it too. */
  setUp: () => Promise<void>
  /** Stops the server if it was started, and closes the connections. */
  tearDown: () => Promise<void>
}

export function createCases(suite: Suite, all: ReadonlyMap<string, Case>) {
  /**
   * Returns the cases as named functions for your own test runner. It may use any order, parallelism or filter: cases share
   * the server as their leases allow, and the clock moves only when all running cases wait for it.
   * @throws UsageError, DeclarationError
   */
  return (options: CasesOptions = {}): ConformanceCases => {
    checkOptions('cases', options)
    const { baseUrl, config, bundled, only = [], skip = [], strict = false } = options
    const given = { baseUrl, bundled, strict }
    const declaration =
      typeof config === 'object'
        ? readGiven({ ...given, config: '-' }, { text: JSON.stringify(config) })
        : readGiven({ ...given, config })
    const requirements = selectRequirements([...suite.requirements.keys()], {
      only: [...only],
      skip: [...skip],
    })
    const chosen = inOrder(chooseCases(all, { requirements }))
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
    const { runs = 5, slow = false, jobs } = options
    const spec = { declaration, seed, runs, slow, ...(jobs === undefined ? {} : { jobs }) }
    const session = createSession({ ...spec, env: subjectEnvironment(declaration, process.env) }, chosen)
    const listed = chosen.map((one): ConformanceCase => {
      const { level = 'must', statement = '' } = suite.requirements.get(one.requirement) ?? {}
      return {
        id: one.id,
        title: `${one.requirement}: ${one.title}`,
        requirement: one.requirement,
        level,
        statement,
        run: async (...runner) => {
          const result = await session.judge(one)
          const problem = problemOf(result, level, strict)
          if (problem === 'none') return
          if (problem === 'skip') return skipIn(runner[0], `${result.verdict}: ${result.message}`)
          throw new NotPassed(statement, result, seed)
        },
        judge: () => session.judge(one),
      }
    })
    return Object.assign(listed, { setUp: session.open, tearDown: session.close })
  }
}

function problemOf(
  { verdict }: CaseResult,
  level: 'must' | 'should',
  strict: boolean,
): 'none' | 'skip' | 'fail' {
  if (verdict === 'pass') return 'none'
  if (verdict === 'untested' || verdict === 'not-applicable') return 'skip'
  return verdict === 'fail' && level === 'should' && !strict ? 'skip' : 'fail'
}

/** Vitest and node:test pass each test a context with `skip`. In vitest, the context is a function, and `skip` throws. */
function skipIn(context: unknown, reason: string): void {
  const { skip } = Object(context) as { skip?: unknown }
  if (typeof skip === 'function') skip.call(context, reason)
}

/** The error of a case that failed or could not be judged; test runners show `expected` and `actual`. */
export class NotPassed extends Error {
  override name = 'NotPassed'
  readonly expected: string | null
  readonly actual: string | null
  /** How the case ended, with its exchanges. */
  readonly result: CaseResult

  constructor(statement: string, result: CaseResult, seed: number) {
    const { verdict, wanted, got, message, transcript } = result
    super(
      [
        `${verdict === 'fail' ? statement : `${verdict}: ${message}`}`,
        ...(verdict === 'fail' ? [`  expected ${wanted}, but ${got}`] : []),
        ...transcript.map(
          ({ number, request: { method, url }, response, error }) =>
            `  ${number}. ${method} ${url} -> ${response ? response.status : error}`,
        ),
        `  case ${result.id}, seed ${seed}`,
      ].join('\n'),
    )
    this.expected = wanted
    this.actual = got
    this.result = result
  }
}
