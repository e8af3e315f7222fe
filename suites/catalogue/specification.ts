/** One thing the specification says: a table row, or a sentence, which may be one of a list item. */
export interface Unit {
  /** Heading it stands under, without what the heading has in parentheses. */
  section: string
  /** Index of its line in the text. */
  line: number
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
  for (const [index, line] of markdown.split('\n').entries()) {
    const heading = /^#+ (.*?)(?: \(.*\))?$/.exec(line)?.[1]
    const isRow = line.startsWith('|')
    if (heading !== undefined) section = heading
    else if (isRow && inTable && !/^\|[-|]+\|$/.test(line)) units.push({ ...row(line), section, line: index })
    else if (!isRow) units.push(...sentences(line).map((unit) => ({ ...unit, section, line: index })))
    inTable = isRow
  }
  return units
}

type Found = Omit<Unit, 'section' | 'line'>

function row(line: string): Found {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  return { kind: 'row', text: line, clauses: [line], wholes: cells }
}

function sentences(line: string): Found[] {
  const item = /^(?:- |\d+\. )(.*)$/.exec(line)?.[1]
  const kind = item === undefined ? 'sentence' : 'item'
  // A full stop ends a sentence before a space and a capital, so not in "2.0.0" or "`/api/v1/...`".
  return (item ?? line)
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((text) => text !== '' && text !== 'Rules:')
    .map((text) => ({ kind, text, clauses: text.split('; '), wholes: [text] }))
}
