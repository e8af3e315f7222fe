import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'

export interface WrittenPattern {
  /** The text between the slashes; for `new RegExp(…)`, the expression. */
  source: string
  flags: string
  /** True if it is built at run time, so that its work can't be checked. */
  isBuilt: boolean
  /** File and line. */
  place: string
}

/** Returns every regular expression in the TypeScript of these folders, except in tests and their helpers. */
export function patternsIn(root: URL, folders: readonly string[]): WrittenPattern[] {
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true }).map(
        (file) => `${folder}/${String(file)}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => patternsOf(readFileSync(new URL(file, root), 'utf8'), file))
}

function patternsOf(code: string, file: string): WrittenPattern[] {
  const found: WrittenPattern[] = []
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const place = () => `${file}:${code.slice(0, (node as Placed).start).split('\n').length}`
    if (isLiteral(node))
      found.push({ source: node.regex.pattern, flags: node.regex.flags, isBuilt: false, place: place() })
    else if (isBuilt(node))
      found.push({ source: code.slice(node.start, node.end), flags: '', isBuilt: true, place: place() })
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(code, { lang: 'ts' }))
  return found
}

interface Placed {
  start: number
  end: number
}

const isLiteral = (node: object): node is Placed & { regex: { pattern: string; flags: string } } =>
  'regex' in node

/** `new RegExp(…)`, and `RegExp(…)`, which is equivalent. */
const isBuilt = (node: object): node is Placed =>
  'callee' in node &&
  typeof node.callee === 'object' &&
  node.callee !== null &&
  'name' in node.callee &&
  node.callee.name === 'RegExp'
