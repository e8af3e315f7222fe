import { rulesIn } from '../../reports/rules-in.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Report, ReportedCase, ReportedRequirement } from '../../reports/report.ts'
import { hasExpired, isUnknownNote } from './baseline.ts'
import { isFault } from './combine-notes.ts'
import { concludeFrom, exitCodeOf, totalsOf, verdictOf } from './fold.ts'

/** The contradictions in a report, each as a sentence. */
export function inconsistencies(report: Report): string[] {
  const all = rulesIn(report)
  return [
    ...repeated(all.map(({ id }) => id)),
    ...repeated(all.flatMap(casesOf)),
    ...repeated(report.observations.map(({ id }) => id)),
    ...all.flatMap((requirement) => requirementProblems(requirement, report)),
    ...(isDeepStrictEqual(report.totals, totalsOf(report.requirements))
      ? []
      : ['totals are not those of its requirements']),
    ...endProblems(report),
  ]
}

/** Ids of a requirement's cases, including those that did not run. */
export const casesOf = ({ cases, skipped, leftOut = [] }: ReportedRequirement): string[] => [
  ...cases.map(({ id }) => id),
  ...[...skipped, ...leftOut].map((one) => one.case),
]

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  const twice = ids.filter((id) => seen.size === seen.add(id).size)
  return [...new Set(twice)].map((id) => `${id} appears twice`)
}

function requirementProblems(requirement: ReportedRequirement, { startedAt }: Report): string[] {
  const { id, verdict, cases, baseline } = requirement
  const folded = verdictOf(requirement)
  const strangers = casesOf(requirement).filter((one) => !one.startsWith(`${id}/`))
  return [
    ...(verdict === folded ? [] : [`${id} is ${verdict}, but by its cases ${folded}`]),
    ...strangers.map((one) => `${one} is not a case of ${id}`),
    ...(baseline === undefined || baselineFits(baseline, verdict, startedAt)
      ? []
      : [`${id} is ${verdict}, which does not fit its baseline entry (${baseline.status})`]),
    ...cases.flatMap(caseProblem),
  ]
}

function baselineFits(
  baseline: NonNullable<ReportedRequirement['baseline']>,
  verdict: ReportedRequirement['verdict'],
  startedAt: string,
): boolean {
  switch (baseline.status) {
    case 'known':
      return verdict === 'fail' && !hasExpired(baseline, startedAt)
    case 'changed':
      return verdict === 'fail'
    case 'stale':
      return verdict === 'pass'
    case 'expired':
      return hasExpired(baseline, startedAt)
  }
}

/** A pass explains nothing. Any other verdict has a message, and a failure has what was wanted and what came. */
function caseProblem({ id, verdict, wanted, got, message, transcript }: ReportedCase): string[] {
  const isSaid = message !== ''
  const isFailure = wanted !== null && got !== null
  const fits =
    verdict === 'pass'
      ? !isSaid && wanted === null && got === null && transcript.length === 0
      : isSaid && isFailure === (verdict === 'fail') && (wanted === null) === (got === null)
  if (!fits) return [`${id} does not say what a case says that ended with ${verdict}`]
  return transcript.every(({ number }, at) => number === at + 1)
    ? []
    : [`some exchanges of ${id} are missing`]
}

/** Checks conclusion and exit code. What decides them besides the verdicts is read from the shell line and the notes. */
function endProblems(report: Report): string[] {
  const { requirements, notes, subjectEnded, complete, conclusion, exitCode } = report
  const flags = flagsOf(report.reproduce)
  const strict = flags.has('--strict')
  const requireComplete = flags.has('--require-complete')
  const judged = { totals: totalsOf(requirements), strict, requireComplete }
  // Without the rules, there is no way to know if all of them were judged.
  const conclusions = [complete, false].map((whole) => concludeFrom({ ...judged, whole }))
  const ended = exitCodeOf(requirements, {
    strict,
    requireComplete,
    unknownEntries: notes.some(isUnknownNote),
    subjectEnded: subjectEnded !== undefined,
  })
  const isFaulty = notes.some(isFault)
  const expected = !complete && subjectEnded === undefined ? 130 : isFaulty ? 5 : ended
  return [
    ...(conclusions.includes(conclusion)
      ? []
      : [`its conclusion is ${conclusion}, but by its verdicts ${conclusions[0]}`]),
    ...(exitCode === expected ? [] : [`its exit code is ${exitCode}, but by its verdicts ${expected}`]),
  ]
}

/** The options in one of our shell lines; text in quotes or after `--` is not an option. */
export function flagsOf(line: string): ReadonlySet<string> {
  const [own = ''] = line.replace(/'[^']*'/g, '').split(' -- ')
  return new Set(own.split(' '))
}
