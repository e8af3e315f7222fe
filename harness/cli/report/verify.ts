import type { Report } from '../../../reports/report.ts'
import { visible, visibleJson } from '../../../reports/visible.ts'
import { UsageError } from '../../subject/subject-error.ts'
import type { ReportProblem } from '../../verdicts/known-rules.ts'
import { verifyReport } from '../../verdicts/verify-report.ts'
import { knownRules } from '../suite-rules.ts'
import { readReport } from '../files/read-report.ts'
import type { Suite } from '../suite.ts'

/** `conformance verify`: checks whether a report can be trusted. Returns 1 if it can't. */
export async function verify(
  suite: Suite,
  file: string,
  { json = false }: { json?: boolean },
): Promise<number> {
  const report = readReport(file)
  const problems = verifyReport(report, await knownRules(suite, report))
  const verified = problems.length === 0
  if (json) process.stdout.write(`${visibleJson({ verified, problems })}\n`)
  else process.stdout.write(verified ? told(report, file) : `${file} does not verify:\n${listed(problems)}\n`)
  return verified ? 0 : 1
}

const told = ({ conclusion, subject, suite }: Report, file: string): string =>
  `${visible(`${file} verifies: ${conclusion}, ${subject.baseUrl}, by all rules of ${suite.name} ${suite.version}`)}\n`

/**
 * Reads a report that will be used to create something else.
 * @param allowed kinds of problems to ignore
 * @throws UsageError if the report does not verify
 */
export async function readVerified(
  suite: Suite,
  file: string,
  allowed: readonly ReportProblem['kind'][] = [],
): Promise<Report> {
  const report = readReport(file)
  const problems = verifyReport(report, await knownRules(suite, report))
  const left = problems.filter(({ kind }) => !allowed.includes(kind))
  if (left.length > 0) throw new UsageError(`${file} does not verify:\n${listed(left)}`)
  return report
}

const mostShown = 10

function listed(problems: readonly ReportProblem[]): string {
  const more = problems.length - mostShown
  return [
    ...problems.slice(0, mostShown).map(({ message }) => `  ${visible(message)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}
