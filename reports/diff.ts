import type { Conclusion, Level, Report, ReportedRequirement, Totals, Verdict } from './report.ts'
import { count, explainCase } from './words.ts'

/** Reports side by side; every list of verdicts or answers is in the order of `reports`. */
export interface Comparison {
  schemaVersion: '1.0'
  reports: ComparedReport[]
  requirements: ComparedRequirement[]
  observations: ComparedObservation[]
  /** True if a verdict or an observed answer differs; anything that only some reports have differs too. */
  differs: boolean
}

export interface ComparedReport {
  /** Name for people; by default that of the file. */
  name: string
  /** The report's HTML page, as a link from the page of the comparison. */
  page?: string
  baseUrl: string
  serverVersion: string | null
  startedAt: string
  conclusion: Conclusion
  totals: Record<Level, Totals>
  catalogueHash: string
  complete: boolean
}

export interface ComparedRequirement {
  id: string
  topic: string
  level: Level
  statement: string
  /** null if the report does not have the requirement. */
  verdicts: (Verdict | null)[]
  /** The reason for each verdict other than a pass; present if reports have pages. */
  reasons?: (string | null)[]
  differs: boolean
}

export interface ComparedObservation {
  id: string
  question: string
  /** null if it was not measured or is not in the report. */
  answers: (string | null)[]
  differs: boolean
}

/**
 * Compares two or more reports by verdict and by observed answer.
 *
 * @throws RangeError for fewer than two
 */
export function compareReports(
  named: readonly { name: string; report: Report; page?: string }[],
): Comparison {
  if (named.length < 2) throw new RangeError('A comparison takes two reports or more.')
  const reports = named.map(({ report }) => report)
  const hasPages = named.some(({ page }) => page !== undefined)
  const requirements = merge(reports.map((report) => report.requirements)).map(({ each, all }) => {
    const verdicts = all.map((one) => one?.verdict ?? null)
    const { id, topic, level, statement } = each
    const reasons = hasPages ? { reasons: all.map(reasonOf) } : {}
    return { id, topic, level, statement, verdicts, ...reasons, differs: new Set(verdicts).size > 1 }
  })
  const observations = merge(reports.map((report) => report.observations)).map(({ each, all }) => {
    const answers = all.map((one) => one?.answer ?? null)
    return { id: each.id, question: each.question, answers, differs: new Set(answers).size > 1 }
  })
  return {
    schemaVersion: '1.0',
    reports: named.map(({ name, report: { subject, suite, ...report }, page }) => ({
      name,
      baseUrl: subject.baseUrl,
      serverVersion: subject.serverVersion,
      startedAt: report.startedAt,
      conclusion: report.conclusion,
      totals: report.totals,
      catalogueHash: suite.catalogueHash,
      complete: report.complete,
      ...(page === undefined ? {} : { page }),
    })),
    requirements,
    observations,
    differs: [...requirements, ...observations].some(({ differs }) => differs),
  }
}

/** The message of the requirement's first case with that verdict, in one line. */
function reasonOf(requirement: ReportedRequirement | undefined): string | null {
  if (!requirement || requirement.verdict === 'pass') return null
  const cases = requirement.cases.filter(({ verdict }) => verdict === requirement.verdict)
  const [first] = cases
  if (!first) return null
  const said = explainCase(first).replace(/\s+/g, ' ')
  const line = said.length > reasonLength ? `${said.slice(0, reasonLength)}…` : said
  return cases.length > 1 ? `${line} (and ${count(cases.length - 1, 'case')} more)` : line
}

const reasonLength = 200

/** Every id once, in the order of first appearance, with its entry in each list. */
function merge<Entry extends { id: string }>(
  lists: readonly (readonly Entry[])[],
): { each: Entry; all: (Entry | undefined)[] }[] {
  const byId = lists.map((list) => new Map(list.map((entry) => [entry.id, entry])))
  const first = new Map(lists.toReversed().flatMap((list) => list.map((entry) => [entry.id, entry] as const)))
  const ids = new Set(lists.flatMap((list) => list.map(({ id }) => id)))
  return [...ids].flatMap((id) => {
    const each = first.get(id)
    return each ? [{ each, all: byId.map((entries) => entries.get(id)) }] : []
  })
}
