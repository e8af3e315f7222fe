import { casesIn, rulesIn } from '../../../reports/rules-in.ts'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Report, ReportedCase } from '../../../reports/report.ts'
import type { Case } from '../../engine/case/registry.ts'
import type { Depth } from '../../run/run.ts'
import { didYouMean } from '../../subject/closest-word.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { isOpen } from '../../verdicts/changed-verdicts.ts'
import { judge } from '../judge/judge.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { partialFolder } from '../files/prepare-output.ts'
import { readReport } from '../files/read-report.ts'
import type { Narrowed } from '../judge/reproduce.ts'
import type { Suite } from '../suite.ts'

export interface ReplayOptions extends Pick<
  JudgeOptions,
  'baseUrl' | 'config' | 'envFile' | 'bundled' | 'out' | 'slow' | 'quiet' | 'json'
> {
  from: string
}

type Subject = Pick<ReplayOptions, 'baseUrl' | 'config' | 'bundled'>

/**
 * `conformance replay`: runs cases of a report again, or all that failed if none is named. Codes, signatures and tokens are
 * created afresh; properties use their shrunk inputs. The exit code is that of a run of these cases alone.
 * @throws UsageError if report, case and subject don't match
 */
export async function replay(
  suite: Suite,
  words: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const report = readReport(options.from)
  const named =
    words.length === 0
      ? casesIn(report).filter(isOpen)
      : [...new Set(words.flatMap((word) => chooseCases(report, word)))]
  if (named.length === 0) {
    if (!options.quiet && !options.json)
      process.stdout.write(`Nothing failed in ${options.from}: there is nothing to replay\n`)
    return 3
  }
  if (report.subject.client) {
    return await replayClient(suite, report, named, options)
  }
  const known = await suite.loadCases()
  const chosen = includePrerequisites(named, report, known)
  checkKnown(chosen, known, suite.version)
  const bundled = options.bundled ?? isBundled(report, options)
  checkSubject(report, { ...options, bundled })
  const depth = depthOf(chosen)
  const judging: JudgeOptions = {
    ...options,
    bundled,
    out: options.out ?? folderBelow(options.from),
    format: ['json'],
    only: [],
    skip: [],
    strict: false,
    requireComplete: false,
    seed: report.seed,
    runs: report.runs,
    ...(depth === undefined ? {} : { depth }),
  }
  return await judge(suite, judging, {
    cases: chosen.map(({ id }) => id),
    replays: replaysOf(chosen),
    replayed: { words, from: options.from },
  })
}

/**
 * Plays the scenarios of a report's cases again, with its seed. If the report is about a client's own tests, runs the whole
 * command again.
 */
async function replayClient(
  suite: Suite,
  report: Report,
  cases: readonly ReportedCase[],
  options: ReplayOptions,
): Promise<number> {
  const { client } = await import('../client/client.ts')
  const { config, command = [] } = report.subject.client ?? {}
  const file = options.config ?? config
  const { scenarios } = await suite.client.load()
  const names = scenarios.flatMap(({ name, situations = [] }) => [name, ...situations])
  const wanted = cases.map(({ id }) => id.slice(id.indexOf('/') + 1)).filter((name) => names.includes(name))
  return await client(suite, command, {
    ...(file === undefined ? {} : { config: file }),
    out: options.out ?? folderBelow(options.from),
    format: ['json'],
    only: [...new Set(cases.map(({ id }) => id.slice(0, id.indexOf('/'))))],
    skip: [],
    scenario: command.length > 0 ? [] : [...new Set(wanted)],
    strict: false,
    requireComplete: false,
    seed: report.seed,
    quiet: options.quiet,
    json: options.json,
  })
}

/** @throws UsageError if a case of a report does not exist in this version */
export function checkKnown(
  cases: readonly Pick<ReportedCase, 'id'>[],
  known: ReadonlyMap<string, unknown>,
  version: string,
): void {
  const stranger = cases.find(({ id }) => !known.has(id))
  if (stranger)
    throw new UsageError(
      `the case ${stranger.id} of the report doesn’t exist in this version (${version}); run the suite again`,
    )
}

/**
 * Returns the cases that a word names: a case by its id, or the cases of a requirement that did not pass; all cases of the
 * requirement if all passed.
 */
export function chooseCases(report: Report, word: string): ReportedCase[] {
  const requirements = rulesIn(report)
  const all = casesIn(report)
  const exact = all.find(({ id }) => id === word)
  if (exact) return [exact]
  const requirement = requirements.find(({ id }) => id === word)
  if (!requirement) {
    const known = [...requirements, ...all].map(({ id }) => id)
    const fix = didYouMean(word, known, 'without a name, all that failed is replayed')
    throw new UsageError(`the report has no case or requirement "${word}"; ${fix}`)
  }
  if (requirement.cases.length === 0)
    throw new UsageError(`the report has no case of ${word}: it was not run`)
  const failed = requirement.cases.filter(({ verdict }) => verdict === 'fail')
  const notPassed = requirement.cases.filter(
    ({ verdict }) => verdict === 'inconclusive' || verdict === 'error',
  )
  return failed.length > 0 ? failed : notPassed.length > 0 ? notPassed : requirement.cases
}

/** Adds all cases if a chosen case depends on what the run has seen before: it would pass if it had seen nothing. */
export function includePrerequisites(
  chosen: ReportedCase[],
  report: Report,
  known: ReadonlyMap<string, Pick<Case, 'needs'>>,
): ReportedCase[] {
  const looksBack = chosen.some(({ id }) => known.get(id)?.needs.includes('seen'))
  return looksBack ? casesIn(report) : chosen
}

export function replaysOf(cases: readonly ReportedCase[]): Narrowed['replays'] {
  return Object.fromEntries(
    cases.flatMap(({ id, counterexample }) => {
      if (!counterexample) return []
      const { seed, path, replayPath } = counterexample
      return [[id, { seed, path, ...(replayPath === undefined ? {} : { replayPath }) }]]
    }),
  )
}

/** Returns the complete test set of a sequence, taken from its path: `complete+1:417`. */
function depthOf(cases: readonly ReportedCase[]): Depth | undefined {
  const sets = cases.map(({ counterexample }) => counterexample?.path.split(':')[0])
  return sets.find((set): set is Depth => set === 'complete' || set === 'complete+1')
}

/**
 * True if the report is about the bundled server: it is then replayed on it, even if the folder has a declaration by now.
 */
export const isBundled = ({ reproduce }: Report, { baseUrl, config }: Subject): boolean =>
  baseUrl === undefined && config === undefined && / --bundled /.test(reproduce)

/** Returns the folder for a replay's report, which never replaces the report that is replayed. */
export function folderBelow(from: string): string {
  const inPartial = relative(partialFolder, from)
  return inPartial.startsWith('..') || isAbsolute(inPartial)
    ? partialFolder
    : join(inPartial.endsWith('.json') ? dirname(from) : from, 'partial')
}

/** Rejects a different subject unless the operator names it. */
export function checkSubject(report: Report, { baseUrl, config, bundled = false }: Subject): void {
  const { baseUrl: judged } = report.subject
  if (
    baseUrl !== undefined ||
    config !== undefined ||
    bundled ||
    !/ --(base-url|config) /.test(report.reproduce)
  )
    return
  throw new UsageError(
    `the report is about ${judged}; say which server to judge, as that run did: ${report.reproduce}`,
  )
}
