import { declarationSchema, type DeclarationParts } from './declaration-schema.ts'
import { declarationProblems, type PathProblem } from './declaration-problems.ts'
import { fillDeclaredValues } from './declared-values.ts'

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
    const read = asScalar(at(value, path))
    if (read === undefined) continue
    const before = declarationSchema.safeParse(value).error?.issues.length ?? 0
    const changed = withValue(value, path.split('.'), read)
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

const at = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null)?.[step], value)

function withValue(value: unknown, [step, ...rest]: string[], leaf: unknown): unknown {
  if (step === undefined) return leaf
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === step ? withValue(item, rest, leaf) : item))
  const fields = value as Record<string, unknown>
  return { ...fields, [step]: withValue(fields[step], rest, leaf) }
}
