import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Report, ReportedCase } from '../../reports/report.ts'
import type { Case } from '../engine/registry.ts'
import type { Depth } from '../engine/run.ts'
import type { RunSpec } from '../engine/run-spec.ts'
import { closestWord } from '../subject/closest-word.ts'
import { UsageError } from '../subject/subject-error.ts'
import { judge } from './judge.ts'
import type { JudgeOptions } from './judge-options.ts'
import { partialFolder } from './prepare-output.ts'
import { readReport } from './read-report.ts'
import type { Replayed } from './reproduce.ts'
import type { Suite } from './suite.ts'

export interface ReplayOptions {
  from: string
  baseUrl?: string
  config?: string
  envFile?: string
  bundled?: boolean
  out?: string
  slow: boolean
  quiet: boolean
  json: boolean
}

type Subject = Pick<ReplayOptions, 'baseUrl' | 'config' | 'bundled'>

/** What a judging run is narrowed down to. */
export interface Narrowed {
  cases: string[]
  replays: NonNullable<RunSpec['replays']>
  /** Present where a replay narrows it down. */
  replayed?: Replayed
}

/**
 * `conformance replay`: cases of a report once more, or all that failed where none is named: with codes, signatures and tokens made again, and
 * the inputs of properties as they were shrunk. Ends as a run of these cases alone does.
 * @throws UsageError where report, case and subject don't go together
 */
export async function replay(
  suite: Suite,
  words: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const report = readReport(options.from)
  const named =
    words.length === 0 ? failuresIn(report) : [...new Set(words.flatMap((word) => chooseCases(report, word)))]
  if (named.length === 0) {
    if (!options.quiet && !options.json)
      process.stdout.write(`Nothing failed in ${options.from}: there is nothing to replay\n`)
    return 3
  }
  if (report.subject.client) {
    const { replayClient } = await import('./client-replay.ts')
    const out = options.out ?? folderBelow(options.from)
    return await replayClient(suite, report, named, { ...options, out })
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

/** @throws UsageError where a case of a report does not exist in this version */
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

const failuresIn = ({ requirements, pending = [] }: Report): ReportedCase[] =>
  [...requirements, ...pending]
    .flatMap(({ cases }) => cases)
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive' || verdict === 'error')

/**
 * The cases that a word names: a case by its id, or those of a requirement that did not pass; all of them where none
 * failed.
 */
export function chooseCases(report: Report, word: string): ReportedCase[] {
  const requirements = [...report.requirements, ...(report.pending ?? [])]
  const all = requirements.flatMap(({ cases }) => cases)
  const exact = all.find(({ id }) => id === word)
  if (exact) return [exact]
  const requirement = requirements.find(({ id }) => id === word)
  if (!requirement) {
    const near = closestWord(word, [...requirements.map(({ id }) => id), ...all.map(({ id }) => id)])
    throw new UsageError(
      `the report has no case or requirement "${word}"${near === undefined ? '' : `; did you mean ${near}?`}`,
    )
  }
  if (requirement.cases.length === 0)
    throw new UsageError(`the report has no case of ${word}: it was not run`)
  const failed = requirement.cases.filter(({ verdict }) => verdict === 'fail')
  const notPassed = requirement.cases.filter(
    ({ verdict }) => verdict === 'inconclusive' || verdict === 'error',
  )
  return failed.length > 0 ? failed : notPassed.length > 0 ? notPassed : requirement.cases
}

/** A case about what the run saw by then would pass for want of what it saw: with it goes all that was run before it. */
export function includePrerequisites(
  chosen: ReportedCase[],
  { requirements, pending = [] }: Report,
  known: ReadonlyMap<string, Pick<Case, 'needs'>>,
): ReportedCase[] {
  const looksBack = chosen.some(({ id }) => known.get(id)?.needs.includes('seen'))
  return looksBack ? [...requirements, ...pending].flatMap(({ cases }) => cases) : chosen
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

/** The complete test set that a sequence belongs to, from its path: `complete+1:417`. */
function depthOf(cases: readonly ReportedCase[]): Depth | undefined {
  const sets = cases.map(({ counterexample }) => counterexample?.path.split(':')[0])
  return sets.find((set): set is Depth => set === 'complete' || set === 'complete+1')
}

/** A run of the bundled server is replayed on it, whatever declaration lies in the folder by now. */
export const isBundled = ({ reproduce }: Report, { baseUrl, config }: Subject): boolean =>
  baseUrl === undefined && config === undefined && / --bundled /.test(reproduce)

/** The report of a replay never takes the place of the one that it replays. */
export function folderBelow(from: string): string {
  const inPartial = relative(partialFolder, from)
  return inPartial.startsWith('..') || isAbsolute(inPartial)
    ? partialFolder
    : join(inPartial.endsWith('.json') ? dirname(from) : from, 'partial')
}

/** Another subject is judged only where the operator says so. */
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
