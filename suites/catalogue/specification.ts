/** One statement of the specification: a table row or a sentence. A list item may hold several sentences. */
export interface Unit {
  /** The heading above it, without any part in parentheses. */
  section: string
  line: number
  kind: 'sentence' | 'item' | 'row'
  text: string
  /** The parts that quotes must cover: a whole row, or the parts of a sentence between semicolons. */
  clauses: readonly string[]
  /** Texts that may be quoted however short they are: the cells of a row, or the whole sentence. */
  wholes: readonly string[]
}

/** Returns all statements of a Markdown text in order. Headings, table heads and the word "Rules:" state nothing. */
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
  // A full stop ends a sentence only before a space and a capital letter, so not in "2.0.0" or "`/api/v1/...`".
  return (item ?? line)
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((text) => text !== '' && text !== 'Rules:')
    .map((text) => ({ kind, text, clauses: text.split('; '), wholes: [text] }))
}
