import { lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { declarationSchema, type DeclarationParts } from './declaration-schema.ts'
import { mapTexts, valueAt } from './map-texts.ts'
import { declarationProblems, type PathProblem } from './declaration-problems.ts'
import { isCommand } from './declared-places.ts'
import { cannotBeRead, readUtf8 } from '../files/read-utf8.ts'

/** Fills in variables and files, then validates the result against the schema. `parts` is undefined if it is invalid. */
export function parseDeclared(
  written: unknown,
  env: NodeJS.ProcessEnv,
  folder: string,
  envFile?: string,
): { parts: DeclarationParts | undefined; problems: PathProblem[] } {
  const filled = fillDeclaredValues(written, env, folder, envFile)
  const missing = new Set(filled.problems.map(({ path }) => path.join('.')))
  let value = filled.value
  // A variable is always text. If the schema wants a number or a boolean, the text is converted and validated again.
  for (const path of filled.fromEnvironment) {
    const read = asScalar(valueAt(value, path.split('.')))
    if (read === undefined) continue
    const before = declarationSchema.safeParse(value).error?.issues.length ?? 0
    const changed = mapTexts(value, (text, at) => (at.join('.') === path ? read : text))
    const after = declarationSchema.safeParse(changed).error?.issues.length ?? 0
    if (before > after) value = changed
  }
  const checked = declarationSchema.safeParse(value)
  const wrong = checked.success ? [] : declarationProblems(checked.error.issues, value)
  return {
    parts: checked.data,
    problems: [...filled.problems, ...wrong.filter(({ path }) => !missing.has(path.join('.')))],
  }
}

function asScalar(text: unknown): number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return typeof text === 'string' && /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined
}

const variable = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g
const maxSecretBytes = 64 * 1024

/**
 * Fills in external values: `${NAME}` from the environment (`$${NAME}` is the literal text), and `{ file: path }` with the
 * content of a file next to the declaration, less one newline at its end.
 * @param envFile the file from which further variables are read
 */
function fillDeclaredValues(
  value: unknown,
  env: NodeJS.ProcessEnv,
  folder: string,
  envFile = '.env next to the declaration',
) {
  const problems: PathProblem[] = []
  /** Dot-joined paths of values that consisted of a single variable, which may stand for a number. */
  const fromEnvironment = new Set<string>()

  const fillText = (text: string, path: readonly PropertyKey[]): string => {
    return text.replace(variable, (written: string, name: string) => {
      if (written.startsWith('$$')) return isCommand(path) ? written : written.slice(1)
      const found = env[name]
      if (found === undefined) {
        const message = `takes the environment variable ${name}, which is not set; set it, or put it into ${envFile}, or write $\${${name}} for the text`
        problems.push({ path, message })
      }
      if (isCommand(path)) return written
      if (written === text) fromEnvironment.add(path.join('.'))
      return found ?? written
    })
  }

  const fill = (inner: unknown, path: readonly PropertyKey[]): unknown => {
    if (typeof inner === 'string') return fillText(inner, path)
    if (Array.isArray(inner)) return inner.map((item, index) => fill(item, [...path, index]))
    if (inner === null || typeof inner !== 'object') return inner
    const filled = Object.fromEntries(
      Object.entries(inner).map(([name, item]) => [name, fill(item, [...path, name])]),
    )
    return isFile(filled, path) ? readValue(filled.file, path) : filled
  }

  const readValue = (file: string, path: readonly PropertyKey[]): string | undefined => {
    try {
      const place = resolve(folder, file)
      // Opening one waits until somebody writes to it.
      if (lstatSync(place).isFIFO()) throw Object.assign(new Error(), { code: 'it is a pipe' })
      return readUtf8(place, maxSecretBytes).replace(/\r?\n$/, '')
    } catch (error) {
      problems.push({ path, message: `takes the file ${file}, which ${cannotBeRead(error, 'fix its path')}` })
      return undefined
    }
  }

  return { value: fill(value, []), problems, fromEnvironment }
}

/** The `file` of `clock` is an ordinary field. */
const isFile = (part: Record<string, unknown>, path: readonly PropertyKey[]): part is { file: string } =>
  Object.keys(part).length === 1 && typeof part.file === 'string' && path.length > 0 && path[0] !== 'clock'
