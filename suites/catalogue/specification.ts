/** One thing the specification says: a sentence, a table row, or a sentence of a list item. */
export interface Unit {
  /** Heading it stands under, without what the heading has in parentheses. */
  section: string
  kind: 'sentence' | 'item' | 'row'
  text: string
  /** Cells of a row; else the sentence alone, without its full stop. */
  cells: readonly string[]
}

/** Everything that a Markdown text says, in order: headings, table heads and rules between cells say nothing. */
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
  return { section, kind: 'row', text: line, cells }
}

function sentences(section: string, line: string): Unit[] {
  const item = /^(?:- |\d+\. )(.*)$/.exec(line)?.[1]
  // A full stop ends a sentence before a space and a capital, so not in "2.0.0" or "`/api/v1/...`".
  return (item ?? line)
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((text) => text !== '' && text !== 'Rules:')
    .map((text) => ({ section, kind: item === undefined ? 'sentence' : 'item', text, cells: [text] }))
}
