import type { Report, ReportedCase, ReportedRequirement, Verdict } from '../report.ts'
import { anchorOf, prose, verdictMark } from './marks.ts'
import { section, table } from './section.ts'
import { markup } from './markup.ts'
import type { Value } from './markup.ts'

/** What the server does where the specification is silent: measured, never judged. */
export function observations({ observations: all }: Report): Value {
  if (all.length === 0) return null
  return section(
    'observations',
    'Where the specification is silent',
    'Measured, never judged: any answer is right.',
    [
      table(
        'Observations',
        ['Question', 'Answer', '“Not shown”'],
        all.map(({ question, answer, reason, quote }) => [
          prose(question),
          answer === null ? markup`<span class="meta">${reason ?? 'not measured'}</span>` : lines(answer),
          markup`<span class="meta">${prose(quote)}</span>`,
        ]),
      ),
    ],
  )
}

/** An answer with each of its findings on a line of its own. */
function lines(answer: string): Value {
  return answer.split('; ').map((finding, index) => [index > 0 && markup`<br>`, finding])
}

/** Topics by path families: the worst verdict and how many cases; only what names its family in id, title or address. */
export function matrix({ requirements }: Report): Value {
  const cells = new Map<string, Map<string, [ReportedRequirement, ReportedCase][]>>()
  for (const requirement of requirements) {
    for (const each of requirement.cases) {
      for (const family of familiesOf(requirement, each)) {
        const row = cells.get(requirement.topic) ?? new Map<string, [ReportedRequirement, ReportedCase][]>()
        cells.set(requirement.topic, row.set(family, [...(row.get(family) ?? []), [requirement, each]]))
      }
    }
  }
  if (cells.size === 0) return null
  const rows = [...cells].map(([topic, row]) => [
    topic,
    ...FAMILIES.map(([name]) => cell(row.get(name) ?? [])),
  ])
  return section('matrix', 'Topics by path families', 'Worst verdict of the cases that name their family.', [
    table('Matrix', ['Topic', ...FAMILIES.map(([name, path]) => markup`${name} <code>${path}</code>`)], rows),
  ])
}

// As cases fold into a requirement: what was judged comes before what was not.
const WORST_FIRST: Verdict[] = ['fail', 'error', 'inconclusive', 'pass', 'untested', 'not-applicable']

const FAMILIES = [
  ['older', '/api/users/v1/', /users[-/]v1|\bolder\b/],
  ['newer', '/api/v1/', /(?<!users[-/])\bv1\b|\bnewer\b/],
] as const

function familiesOf({ id }: ReportedRequirement, each: ReportedCase): string[] {
  const named = `${id} ${each.id} ${each.title} ${each.transcript.map(({ request }) => request.url).join(' ')}`
  return FAMILIES.filter(([, , pattern]) => pattern.test(named)).map(([name]) => name)
}

function cell(cases: [ReportedRequirement, ReportedCase][]): Value {
  const worst: Verdict | undefined = WORST_FIRST.find((verdict) =>
    cases.some(([, each]) => each.verdict === verdict),
  )
  const first = cases.find(([, each]) => each.verdict === worst)
  if (worst === undefined || first === undefined) return markup`<span class="meta">no case</span>`
  const number = cases.filter(([, each]) => each.verdict === worst).length
  const share = number === cases.length ? `all ${number}` : `${number} of ${cases.length}`
  return markup`<a href="#${anchorOf(first[0].id)}">${verdictMark(worst)} <span class="share-of">${share}</span></a>`
}

/** Sentences that nothing outside the server can show, each with the reason. */
export function excluded({ excluded: all }: Report): Value {
  if (all.length === 0) return null
  return section('excluded', 'Excluded', 'Sentences that nothing outside the server can show.', [
    table(
      'Excluded',
      ['Statement', 'Reason', 'Quote'],
      all.map(({ statement, reason, quote }) => [
        statement,
        reason,
        markup`<span class="meta">${prose(quote)}</span>`,
      ]),
    ),
  ])
}
