import { styleText } from 'node:util'
import type { Comparison } from './diff.ts'
import type { Verdict } from './report.ts'
import type { TextOptions } from './text.ts'
import { visible } from './visible.ts'
import { headline, count, figures, VERDICT_WORDS } from './words.ts'

/** What `conformance diff` prints: the subjects, then only what differs, then one line that says if anything does. */
export function renderDiffText(comparison: Comparison, { colour }: TextOptions): string {
  const bold = (text: string): string => (colour ? styleText('bold', text, { validateStream: false }) : text)
  const verdicts = comparison.requirements.filter(({ differs }) => differs)
  const answers = comparison.observations.filter(({ differs }) => differs)
  const names = comparison.reports.map(({ name }) => line(name))
  const paragraphs = [
    subjects(comparison),
    verdicts.length > 0 &&
      `${bold('Verdicts that differ')}\n${columns([
        ['', ...names],
        ...verdicts.map((each) => [each.id, ...each.verdicts.map(word)]),
      ])}`,
    answers.length > 0 &&
      `${bold('Observations that differ')}\n${answers
        .map(
          (each) =>
            `  ${line(each.question)}\n${columns(each.answers.map((answer, index) => [`  ${names[index]}`, line(answer ?? 'not measured')]))}`,
        )
        .join('\n')}`,
    comparison.differs
      ? `${count(verdicts.length, 'verdict')} and ${count(answers.length, 'observation')} differ.`
      : 'No verdict and no observation differs.',
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

function subjects({ reports }: Comparison): string {
  const rows = reports.map(({ name, baseUrl, serverVersion, conclusion, totals, complete }) => [
    line(name),
    line(`${baseUrl}${serverVersion === null ? '' : ` (${serverVersion})`}`),
    headline({ complete, conclusion }),
    `must ${figures(totals.must)}; should ${figures(totals.should)}`,
  ])
  const catalogues = new Set(reports.map(({ catalogueHash }) => catalogueHash))
  const warning = '\n  Judged by different catalogues: a verdict may differ because its rule does.'
  return columns(rows) + (catalogues.size > 1 ? warning : '')
}

function word(verdict: Verdict | null): string {
  return verdict === null ? '-' : VERDICT_WORDS[verdict]
}

function columns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n')
}

function line(text: string): string {
  return visible(text).replace(/\s+/g, ' ')
}
