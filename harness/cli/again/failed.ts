import { interrupted, rulesIn } from '../../../reports/rules-in.ts'
import type { Report, Verdict } from '../../../reports/report.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { judge } from '../judge/judge.ts'
import type { JudgeOptions } from '../options/judge-options.ts'
import { lastReport } from '../files/prepare-output.ts'
import { readReport } from '../files/read-report.ts'
import { checkKnown, checkSubject, folderBelow, isBundled, includePrerequisites } from './replay.ts'
import { selectRequirements } from '../judge/select-cases.ts'
import type { Suite } from '../suite.ts'

/** Verdicts of cases that are judged again, because they may pass now. */
const again: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'untested']

/**
 * `conformance --failed`: judges again what did not pass in the last report or, if the run was interrupted, did not run, and
 * the cases that it depends on, with the same seed.
 * @throws UsageError if there is no such report, or if it has other cases
 */
export async function judgeFailed(suite: Suite, options: JudgeOptions): Promise<number> {
  const from = options.from ?? lastReport
  const report = readReport(from)
  if (report.subject.client)
    throw new UsageError(
      `${from} is about a client: "conformance replay --from ${from}" judges its failures again`,
    )
  const cases = await casesOfFailed(suite, report, options)
  if (cases.length === 0) {
    if (!options.quiet && !options.json)
      process.stdout.write(
        `Everything in ${from} passed or is not applicable: there is nothing to judge again\n`,
      )
    return 3
  }
  const bundled = options.bundled ?? isBundled(report, options)
  checkSubject(report, { ...options, bundled })
  const { seed, runs } = report
  const out = options.out ?? folderBelow(from)
  return await judge(suite, { seed, runs, ...options, bundled, out }, { cases, replays: {} })
}

/**
 * Returns ids of the cases that did not pass or, in an interrupted run, did not run, and of the cases that they depend on.
 * @throws UsageError if this version lacks one of them, or if --only and --skip match nothing
 */
export async function casesOfFailed(
  suite: Suite,
  report: Report,
  selection: Pick<JudgeOptions, 'only' | 'skip'>,
): Promise<string[]> {
  const known = await suite.loadCases()
  const selected = new Set(selectRequirements([...suite.requirements.keys()], selection))
  const all = rulesIn(report).filter(({ id }) => selected.has(id))
  const open = all.flatMap(({ cases }) => cases).filter(({ verdict }) => again.includes(verdict))
  const failed = includePrerequisites(open, report, known)
  // What looks back on the whole run is left to the next one.
  const unrun = all
    .flatMap(({ leftOut = [] }) => leftOut)
    .filter((one) => one.reason === interrupted && !known.get(one.case)?.needs.includes('seen'))
  const chosen = [...failed, ...unrun.map((one) => ({ id: one.case }))]
  checkKnown(chosen, known, suite.version)
  return chosen.map(({ id }) => id)
}
