import { statSync } from 'node:fs'
import { isMap, isNode, isScalar } from 'yaml'
import { attempt } from '../../wire/attempt.ts'
import { parseYaml, type ParsedYaml } from './parse-yaml.ts'
import { cannotBeRead, readUtf8 } from '../files/read-utf8.ts'
import { DeclarationError } from '../subject-error.ts'

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
  const { value, document, lines } = withQuotes(given ?? readText(path, { what, init }, refuse), shown)
  if (value === null) refuse(`is empty; run ${init}, or write at least ${field}`)
  if (typeof value !== 'object' || Array.isArray(value))
    refuse(`must contain fields such as "${field}: ${example}"`, 1)
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const offset = startOf(document, path.slice(0, length))
        if (offset !== undefined) return lines.linePos(offset).line
      }
      return undefined
    },
  }
}

/**
 * In a flow mapping, `{ password: ${NAME} }`, YAML takes the closing brace for its own. If a document is not valid YAML,
 * parses it again with quotes around such values. Never changes valid YAML.
 */
function withQuotes(text: string, shown: string): ParsedYaml {
  const quoted = text.replace(/(?<=[:,[{]\s*)\$\{\w+\}(?=\s*[,}\]])/g, '"$&"')
  try {
    return parseYaml(text, shown)
  } catch (error) {
    const parsed = attempt(() => parseYaml(quoted, shown))
    if (parsed) return parsed
    throw error
  }
}

function readText(
  path: string,
  { what, init }: Pick<Kind, 'what' | 'init'>,
  refuse: (message: string) => never,
): string {
  try {
    if (path === '-') return readUtf8(0)
    if (statSync(path).isDirectory()) refuse('is a folder; name a file in it')
    return readUtf8(path)
  } catch (error) {
    if (error instanceof DeclarationError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (code.startsWith('larger')) return refuse(`is ${code}; is it ${what}?`)
    if (code === 'ENOENT') return refuse(`does not exist; name another with --config, or run ${init}`)
    return refuse(
      code === 'EACCES'
        ? 'may not be read; change its permissions'
        : cannotBeRead(error, 'name another with --config'),
    )
  }
}

function startOf(document: ParsedYaml['document'], path: readonly PropertyKey[]): number | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined
  const node: unknown = isNode(pair?.key) ? pair.key : document.getIn(path, true)
  return isNode(node) ? node.range?.[0] : undefined
}
