import type { Report, ReportedCase, ReportedRequirement } from '../../../reports/report.ts'

/**
 * Returns a report without what differs between runs of the same server: times, durations, addresses, numbers of
 * exchanges, transcripts (their tokens, dates and order are new each time), and races, if chance decides nothing else.
 * The rest stays, and is the same in every run, byte for byte.
 * @param name name of the subject, which replaces its address
 * @param out folder that the run wrote to; replay lines name it
 */
export function normaliseReport(report: Report, name: string, out: string): Report {
  const { host } = new URL(report.subject.baseUrl)
  const text = (words: string) =>
    neutral(words.replaceAll(out, 'conformance-report').replaceAll(host, `${name}.example`))
  const { complete, ...rest } = report
  return {
    ...rest,
    subject: { ...report.subject, baseUrl: text(report.subject.baseUrl) },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    exchanges: 0,
    reproduce: text(report.reproduce),
    requirements: report.requirements.map((each) => ({
      ...each,
      ...(each.measured === undefined ? {} : { measured: text(each.measured) }),
      cases: withoutChance(each).map((one) => normaliseCase(one, text)),
    })),
    observations: report.observations.map((each) => ({
      ...each,
      answer: each.answer === null ? null : text(each.answer),
    })),
    notes: report.notes.map(text).toSorted(),
    clock: { ...report.clock, aheadSeconds: 0 },
    complete,
  }
}

/** If a rule is broken anyway, leaves out its races, whose winner is chance. */
function withoutChance({ verdict, cases }: ReportedRequirement): ReportedCase[] {
  const others = cases.filter(({ race }) => !race)
  return verdict === 'fail' && others.some((one) => one.verdict === 'fail') ? others : cases
}

function normaliseCase(one: ReportedCase, text: (words: string) => string): ReportedCase {
  const { timeline: _, counterexample: __, ...rest } = one
  return {
    ...rest,
    got: one.got === null ? null : text(one.got),
    message: text(one.message),
    durationMs: 0,
    exchanges: 0,
    transcript: [],
    replay: text(one.replay),
  }
}

/** Replaces ports, times and random identifiers in running text. */
function neutral(text: string): string {
  return text
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:8080')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, '2026-01-01T00:00:00Z')
    .replace(/\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, 'Thu, 01 Jan 2026 00:00:00 GMT')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000')
}
