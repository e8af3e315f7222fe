/** One thing the specification says: a table row, or a sentence, which may be one of a list item. */
export interface Unit {
  /** Heading it stands under, without what the heading has in parentheses. */
  section: string
  kind: 'sentence' | 'item' | 'row'
  text: string
  /** What must be accounted for: a row as a whole; a sentence part by part, where semicolons part it. */
  clauses: readonly string[]
  /** Pieces that are enough of a quote however short they are: the cells of a row, or the sentence. */
  wholes: readonly string[]
}

/** Everything that a Markdown text says, in order. Headings, the heads of tables and the word "Rules:" say nothing. */
export function parseSpecification(markdown: string): Unit[] {
  const units: Unit[] = []
  let section = ''
  let inTable = false
  for (const line of markdown.split('\n')) {
    const heading = /^#+ (.*?)(?: \(.*\))?$/.exec(line)?.[1]
    const isRow = line.startsWith('|')
    if (heading !== undefined) section = heading
    else if (isRow && inTable && !/^\|[-|]+\|$/.test(line)) units.push(row(section, line))
    else if (!isRow) units.push(...sentences(section, line))
    inTable = isRow
  }
  return units
}

function row(section: string, line: string): Unit {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  return { section, kind: 'row', text: line, clauses: [line], wholes: cells }
}

function sentences(section: string, line: string): Unit[] {
  const item = /^(?:- |\d+\. )(.*)$/.exec(line)?.[1]
  const kind = item === undefined ? 'sentence' : 'item'
  // A full stop ends a sentence before a space and a capital, so not in "2.0.0" or "`/api/v1/...`".
  return (item ?? line)
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((text) => text !== '' && text !== 'Rules:')
    .map((text) => ({ section, kind, text, clauses: text.split('; '), wholes: [text] }))
}
