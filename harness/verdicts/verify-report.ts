import { digestOf } from '../../reports/json.ts'
import type { Report } from '../../reports/report.ts'
import type { KnownRules, ReportProblem } from './known-rules.ts'
import { inconsistencies } from './verify-consistency.ts'
import { ruleProblems } from './verify-rules.ts'

/**
 * Checks that a report is complete and consistent, and that it was judged by known rules, and by all of them. Reads nothing
 * but the report; only an attestation can show who wrote it.
 * @param report as returned by `parseReport`, which checks its form
 * @returns every problem found; none if the report verifies
 */
export function verifyReport(report: Report, rules: KnownRules): ReportProblem[] {
  const changed = (message: string): ReportProblem => ({ kind: 'changed', message })
  return [
    ...completeness(report),
    ...digestProblems(report).map(changed),
    ...inconsistencies(report).map(changed),
    ...ruleProblems(report, rules),
  ]
}

function completeness({ complete, subjectEnded }: Report): ReportProblem[] {
  if (complete && subjectEnded === undefined) return []
  const message =
    subjectEnded === undefined
      ? 'the run was interrupted'
      : `the server ended during the run (${subjectEnded}), and what came after was not judged`
  return [{ kind: 'incomplete', message }]
}

function digestProblems(report: Report): string[] {
  if (report.digest === undefined) return ['it has no digest: it was changed, or an older version wrote it']
  return report.digest === digestOf(report)
    ? []
    : ['its digest does not match: the file was changed after the run']
}
