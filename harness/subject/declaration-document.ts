import { statSync } from 'node:fs'
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { readUtf8 } from './read-utf8.ts'
import { readWhole } from './read-whole.ts'
import { DeclarationError } from './subject-error.ts'

/** How messages refer to a kind of file: what it is, the command that writes one, and one of its fields. */
const declaration = { what: 'a declaration', init: 'conformance init', field: 'baseUrl', value: 'http://…' }
type Kind = typeof declaration

/** A parsed declaration file, with the lines of its fields. */
export interface DeclarationDocument {
  value: unknown
  /** Returns the line of a field, or of its nearest parent that is present; undefined for the whole file. */
  lineOf(path: readonly PropertyKey[]): number | undefined
}

/**
 * Reads a declaration; its content decides whether it is parsed as YAML or JSON.
 * @param shown how messages name the file
 * @param given its text if the path is `-`; default: standard input
 * @param kind of file, if it is not a declaration
 * @throws DeclarationError if it can't be read or is not a single YAML or JSON mapping
 */
export function readDeclarationDocument(
  path: string,
  shown: string,
  given?: string,
  { what, init, field, value: example }: Kind = declaration,
): DeclarationDocument {
  const refuse = (message: string, line?: number): never => {
    throw new DeclarationError([{ file: shown, line, field: '', message }])
  }
  const { document, lines } = parseYaml(given ?? readText(path, { what, init }, refuse))
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (document.errors.length > 0) {
    throw new DeclarationError(
      // After one mistake the parser may complain about every line.
      document.errors.slice(0, 5).map((error) => ({
        file: shown,
        line: lineAt(error.pos[0]),
        field: '',
        message:
          error.code === 'MULTIPLE_DOCS'
            ? 'starts a second document here; remove the line ---'
            : `is neither YAML nor JSON here: ${withoutSource(error)}`,
      })),
    )
  }
  const value = parsed(() => withoutCycle(document.toJS()), refuse)
  if (value === null || value === undefined) refuse(`is empty; run ${init}, or write at least ${field}`)
  if (typeof value !== 'object' || Array.isArray(value))
    refuse(`must contain fields such as "${field}: ${example}"`, 1)
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const offset = startOf(document, path.slice(0, length))
        if (offset !== undefined) return lineAt(offset)
      }
      return undefined
    },
  }
}

/**
 * In a flow mapping, `{ password: ${NAME} }`, YAML takes the closing brace for its own. If a document is not valid YAML,
 * parses it again with quotes around such values. Never changes valid YAML.
 */
function parseYaml(text: string) {
  const asItStands = parseCounted(text)
  if (asItStands.document.errors.length === 0) return asItStands
  const quoted = parseCounted(text.replace(/(?<=[:,[{]\s*)\$\{\w+\}(?=\s*[,}\]])/g, '"$&"'))
  return quoted.document.errors.length === 0 ? quoted : asItStands
}

function parseCounted(text: string) {
  const lines = new LineCounter()
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines }
}

function readText(
  path: string,
  { what, init }: Pick<Kind, 'what' | 'init'>,
  refuse: (message: string) => never,
): string {
  try {
    if (path === '-') return readWhole(0).toString('utf8')
    if (statSync(path).isDirectory()) refuse('is a folder; name a file in it')
    return readUtf8(path)
  } catch (error) {
    if (error instanceof DeclarationError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (code.startsWith('larger')) return refuse(`is ${code}; is it ${what}?`)
    if (code === 'ENOENT') return refuse(`does not exist; name another with --config, or run ${init}`)
    return refuse(code === 'EACCES' ? 'may not be read; change its permissions' : `cannot be read (${code})`)
  }
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
const withoutSource = ({ code, message }: { code: string; message: string }): string =>
  namesNothing.has(code) ? message : `${code.toLowerCase().replaceAll('_', ' ')}; put the value in quotes`

/** `password: *S3cr3t` is an alias to YAML. */
const withoutAlias = ({ message }: Error): string =>
  message.startsWith('Unresolved alias')
    ? 'a value that begins with * is taken for an alias; put it in quotes'
    : message

/** The parser rejects aliases that would expand without bound. */
function parsed(parse: () => unknown, refuse: (message: string) => never): unknown {
  try {
    return parse()
  } catch (error) {
    return refuse(`cannot be read: ${withoutAlias(error as Error)}`)
  }
}

/** @throws Error if an alias is inside the node that it refers to */
function withoutCycle(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) throw new Error('an alias (*) is inside its own anchor (&)')
  for (const inner of Object.values(value)) withoutCycle(inner, [...above, value])
  return value
}

function startOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
): number | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined
  const node: unknown = isNode(pair?.key) ? pair.key : document.getIn(path, true)
  return isNode(node) ? node.range?.[0] : undefined
}
