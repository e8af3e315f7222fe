import { isQuoteOf } from './coverage.ts'
import type { Catalogue, Source } from './index.ts'
import { parseSpecification, type Unit } from './specification.ts'

/**
 * The whole specification as a Markdown page, with the entries of the catalogue on every sentence and table row: the
 * requirements that come from it, its open questions, and what is excluded.
 */
export function renderAnnotatedSpecification(markdown: string, catalogue: Catalogue): string {
  const entries = Object.entries({
    ...catalogue.requirements,
    ...catalogue.openQuestions,
    ...catalogue.excluded,
  }).map(([id, { source, also = [] }]: [string, Quoting]) => ({ id, sources: [source, ...also] }))
  const linksOf = (unit: Unit) =>
    entries
      .filter(({ sources }) => sources.some((source) => isQuoteOf(source, unit)))
      .map(({ id }) => `[${id}](requirements.md#${id.replaceAll('.', '')})`)
      .join(', ')

  const units = parseSpecification(markdown)
  const lines = markdown.split('\n')
  const annotated = lines.map((line, index) => {
    const own = units.filter((unit) => unit.line === index)
    if (line.startsWith('|')) return `${line} ${cellOf(lines, index, own[0], linksOf)} |`
    return own.reduce((text, unit) => text.replace(unit.text, () => `${unit.text} (${linksOf(unit)})`), line)
  })
  const [title = '', ...rest] = annotated
  return [title.replace('# ', '# Annotated specification: '), '', introduction, ...rest].join('\n')
}

interface Quoting {
  source: Source
  also?: readonly Source[]
}

const introduction =
  'Made from `fixtures/specification.md` and `suites/catalogue/` by `npm run docs:requirements`: every sentence and every ' +
  'table row of the specification, with the entries of the [catalogue](requirements.md) that quote it.'

/** Of a table's head, its rule, or a row. */
function cellOf(
  lines: readonly string[],
  index: number,
  unit: Unit | undefined,
  linksOf: (unit: Unit) => string,
): string {
  if (unit) return linksOf(unit)
  return lines[index - 1]?.startsWith('|') ? '---' : 'Catalogue'
}
