import { digestOf } from '../../reports/digest.ts'
import type { Report } from '../../reports/report.ts'
import type { KnownRules, ReportProblem } from './known-rules.ts'
import { inconsistencies } from './verify-consistency.ts'
import { ruleProblems } from './verify-rules.ts'

/**
 * Checks that a report is complete, consistent in itself, by known rules, and of all of them. It reads nothing but the report:
 * who wrote it, an attestation tells.
 * @param report as `parseReport` gives it: of the right form
 * @returns every problem found; none where the report verifies
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
    : ['its digest is of another text: the file was changed after the run']
}
