import { isQuoteOf } from './coverage.ts'
import type { Catalogue, Source } from './index.ts'
import { parseSpecification, type Unit } from './specification.ts'

/**
 * Renders the whole specification as a Markdown page. Every sentence and table row lists its entries in the catalogue:
 * requirements, open questions and exclusions.
 */
export function renderAnnotatedSpecification(
  markdown: string,
  catalogue: Catalogue,
  clientRules: Readonly<Record<string, Quoting>>,
): string {
  const entries = Object.entries({
    ...catalogue.requirements,
    ...catalogue.openQuestions,
    ...catalogue.excluded,
  }).map(([id, { source, also = [] }]: [string, Quoting]) => ({ id, sources: [source, ...also] }))
  const forClients = Object.entries(clientRules).map(([id, { source, also = [] }]) => ({
    id,
    sources: [source, ...also],
  }))
  const quoting = (all: typeof entries, unit: Unit) =>
    all.filter(({ sources }) => sources.some((source) => isQuoteOf(source, unit)))
  const linksOf = (unit: Unit) => {
    const found = [...quoting(entries, unit), ...quoting(forClients, unit)]
    const links = found.map(({ id }) => `[${id}](requirements.md#${id.replaceAll('.', '')})`)
    return `binds ${bindsOf(quoting(entries, unit), quoting(forClients, unit))}: ${links.join(', ')}`
  }
  const bindsOf = (server: { id: string }[], client: { id: string }[]) => {
    const bindsServer = server.some(({ id }) => Object.hasOwn(catalogue.requirements, id))
    if (bindsServer && client.length > 0) return 'both'
    return bindsServer ? 'the server' : client.length > 0 ? 'the client' : 'neither'
  }

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

export interface Quoting {
  source: Source
  also?: readonly Source[]
}

const introduction =
  'Made from `fixtures/specification.md` and `suites/catalogue/` by `npm run docs:requirements`: every sentence and every ' +
  'table row of the specification, with whom it binds, and the entries of the [catalogue](requirements.md) that quote it. ' +
  'A sentence binds the server or the client where a requirement or a rule comes from it, and neither where it says what ' +
  'is left open, or nothing that can be kept or broken.'

/** Returns the cell to add to a line of a table: its head, its rule or a row. */
function cellOf(
  lines: readonly string[],
  index: number,
  unit: Unit | undefined,
  linksOf: (unit: Unit) => string,
): string {
  if (unit) return linksOf(unit)
  return lines[index - 1]?.startsWith('|') ? '---' : 'Catalogue'
}
