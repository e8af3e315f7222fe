import { type Document, Lexer, LineCounter, parseDocument, Parser, YAMLParseError } from 'yaml'
import { DeclarationError } from '../subject-error.ts'

export interface ParsedYaml {
  /** Null if the text is empty. */
  value: unknown
  document: Document.Parsed
  lines: LineCounter
}

/**
 * Parses YAML, or JSON, which is YAML too.
 * @param shown how messages name the file
 * @throws DeclarationError, which quotes nothing of the text: it may contain secrets
 */
export function parseYaml(text: string, shown: string): ParsedYaml {
  const { document, lines } = composed(text)
  const refuse = (problems: { line?: number | undefined; message: string }[]): never => {
    throw new DeclarationError(
      problems.map(({ line, message }) => ({ file: shown, line, field: '', message })),
    )
  }
  if (document.errors.length > 0) {
    // After one mistake the parser may complain about every line.
    const first = document.errors.slice(0, 5)
    refuse(first.map((error) => ({ line: lines.linePos(error.pos[0]).line, message: withoutSource(error) })))
  }
  try {
    return { value: withoutCycle(document.toJS()), document, lines }
  } catch (error) {
    // The parser rejects aliases that would expand without bound.
    return refuse([{ message: `cannot be read: ${withoutAlias(error as Error)}` }])
  }
}

/** Far deeper than what people write, and far less than fills the stack of the composer, which calls itself. */
const mostLevels = 100

/**
 * Composes a document unless it is nested too deep. The composer catches a stack that overflows, but if a pattern is compiled
 * just then, Node ends without a word about the file.
 */
function composed(text: string): Pick<ParsedYaml, 'document' | 'lines'> {
  const above = new LineCounter()
  above.addNewLine(0)
  const parser = new Parser(above.addNewLine)
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme))
    if (parser.stack.length <= mostLevels) continue
    const document = parseDocument('')
    document.errors.push(new YAMLParseError([parser.offset, parser.offset], 'RESOURCE_EXHAUSTION', ''))
    return { document, lines: above }
  }
  const lines = new LineCounter()
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines }
}

/**
 * The parser quotes text that it does not understand, which may be a secret. The messages of these errors contain at most a
 * character.
 */
const namesNothing = new Set([
  'BAD_INDENT',
  'BAD_PROP_ORDER',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'COMMA_IN_MAP',
  'DUPLICATE_KEY',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
  'NON_STRING_KEY',
  'TAB_AS_INDENT',
])

function withoutSource({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'starts a second document here; remove the line ---'
  if (code === 'RESOURCE_EXHAUSTION') return `is nested more than ${mostLevels} levels deep here`
  const said = namesNothing.has(code)
    ? message
    : `${code.toLowerCase().replaceAll('_', ' ')}; put the value in quotes`
  return `is neither YAML nor JSON here: ${said}`
}

/** `password: *S3cr3t` is an alias to YAML. */
const withoutAlias = ({ message }: Error): string =>
  message.startsWith('Unresolved alias')
    ? 'a value that begins with * is taken for an alias; put it in quotes'
    : message

/** @throws Error if an alias is inside the node that it refers to */
function withoutCycle(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) throw new Error('an alias (*) is inside its own anchor (&)')
  for (const inner of Object.values(value)) withoutCycle(inner, [...above, value])
  return value
}
