import type { ComparedRequirement, Comparison } from './diff.ts'
import { htmlDocument } from './html/document.ts'
import { anchorOf, levelMark, prose, shareBar, verdictMark, section, table } from './html/marks.ts'
import { markup, type Markup, type Value } from './html/markup.ts'
import type { Artifact } from './report.ts'
import { headline, count, figures } from './words.ts'

/** `comparison.html`: subjects by requirements and by observations, like a table of browser support. */
export function renderDiffHtml(comparison: Comparison): Artifact[] {
  const { reports, requirements, observations, differs } = comparison
  const title = `Comparison of ${count(reports.length, 'report')}`
  const changed = [...requirements, ...observations].filter((each) => each.differs).length
  const pages = reports.map(({ page }) => page)
  const names = shortNames(reports.map(({ name }) => name))
  const body = markup`<header class="top comparison"><p class="kicker">Conformance comparison</p>
    <h1>${reports.length} reports side by side</h1>
    <p class="lead">${differs ? `${changed} of ${requirements.length + observations.length} verdicts and observations differ.` : 'No verdict and no observation differs.'}</p>
    ${subjects(comparison, names)}
    <p class="only"><label><input type="checkbox" id="only-differences"> Show only what differs</label></p></header>
  <main>${section('verdicts', 'Verdicts', 'By requirement of the specification.', [
    table(
      'Verdicts',
      ['Requirement', ...names],
      requirements.map((each) => verdictRow(each, pages)),
      requirements.map(rowClass),
    ),
  ])}
  ${
    observations.length > 0 &&
    section(
      'observations',
      'Where the specification is silent',
      'Measured, never judged: the specification allows any answer.',
      [
        table(
          'Observations',
          ['Question', ...names],
          observations.map(({ question, answers }) => [
            question,
            ...answers.map((answer) => answer ?? nothing('not measured')),
          ]),
          observations.map(rowClass),
        ),
      ],
    )
  }</main>`
  return [{ path: 'comparison.html', content: htmlDocument(title, body, { filter: false }) }]
}

function subjects({ reports }: Comparison, names: readonly string[]): Markup {
  return table(
    'Reports',
    ['Report', 'Subject', 'Conclusion', 'must', 'should'],
    reports.map(({ baseUrl, serverVersion, conclusion, totals, complete }, index) => [
      names[index],
      markup`<code>${baseUrl}</code>${serverVersion !== null && markup`<br><span class="meta">version ${serverVersion}</span>`}`,
      headline({ complete, conclusion }),
      markup`${shareBar(totals.must)}<span class="meta">${figures(totals.must)}</span>`,
      markup`${shareBar(totals.should)}<span class="meta">${figures(totals.should)}</span>`,
    ]),
  )
}

function verdictRow(
  { id, level, statement, verdicts, reasons }: ComparedRequirement,
  pages: readonly (string | undefined)[],
): Value[] {
  const rule = markup`${prose(statement)}<br><code class="id">${id}</code> ${levelMark(level)}`
  return [
    rule,
    ...verdicts.map((verdict, index) => {
      if (verdict === null) return nothing('not in the report')
      const [page, reason] = [pages[index], reasons?.[index] ?? null]
      const mark =
        page === undefined
          ? verdictMark(verdict)
          : markup`<a href="${page}#${anchorOf(id)}">${verdictMark(verdict)}</a>`
      return markup`${mark}${reason !== null && markup`<br><span class="meta">${reason}</span>`}`
    }),
  ]
}

function rowClass({ differs }: { differs: boolean }): string {
  return differs ? 'differs' : 'same'
}

function nothing(reason: string): Markup {
  return markup`<span class="meta">${reason}</span>`
}

/** File names without `.json` and the folder that all of them share: `a/x-1.json`, `a/x-2.json` become `x-1`, `x-2`. */
export function shortNames(names: readonly string[]): string[] {
  const folders = names.map((name) => name.slice(0, name.lastIndexOf('/') + 1))
  const shared = folders.every((folder) => folder === folders[0]) ? (folders[0]?.length ?? 0) : 0
  const short = names.map((name) => name.slice(shared).replace(/\.json$/, ''))
  return new Set(short).size === names.length ? short : [...names]
}
