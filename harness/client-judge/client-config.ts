import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { closestWord } from '../subject/closest-word.ts'
import { serverUrl } from '../subject/declared-text.ts'
import { DeclarationError, UsageError, type Problem } from '../subject/subject-error.ts'
import { methods, type Method } from './operation.ts'

const listOf = <T extends string>(words: readonly [T, ...T[]], what: string) =>
  z.array(z.enum(words, { error: `must be ${what}: ${words.join(', ')}` }), {
    error: `must be a list of ${what}: ${words.join(', ')}`,
  })

const schema = z.strictObject({
  command: z
    .string({
      error: 'is missing; give the shell command that starts the adapter, such as python3 adapter.py',
    })
    .trim()
    .min(1, 'is empty; give the shell command that starts the adapter'),
  methods: listOf(methods, 'methods')
    .min(1, 'names no method; give at least one')
    .default([...methods]),
  families: listOf(['users-v1', 'v1'], 'path families').optional(),
  env: z
    .record(z.string(), z.string({ error: 'must be a text, such as "{baseUrl}"' }), {
      error: "must map the client's names to values, such as API_URL: '{baseUrl}'",
    })
    .default({}),
  upstream: serverUrl.optional(),
  declaration: z.string({ error: 'must name a file, such as conformance.yaml' }).optional(),
  timeoutMs: z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(1, 'must be 1 or more')
    .default(10_000),
})

/** What `client.yaml` says. */
export interface ClientConfig {
  command: string
  methods: readonly Method[]
  families?: readonly ('users-v1' | 'v1')[]
  env: Readonly<Record<string, string>>
  /** Base URL of a server of the client's author, judged against in place of ours; and the file that declares it. */
  upstream?: string
  declaration?: string
  timeoutMs: number
  /** Where the command runs: the folder of the file. */
  folder: string
  file: string
}

export const usualClientConfig = 'client.yaml'

/**
 * Reads `client.yaml`. Where a program is run in its place, it needs no `command`.
 * @throws UsageError where there is none, or it is no YAML; DeclarationError with everything that is wrong in it
 */
export function readClientConfig(named: string | undefined, needsCommand = true): ClientConfig {
  const file = named ?? usualClientConfig
  if (!existsSync(file))
    throw new UsageError(
      named === undefined
        ? `there is no ${usualClientConfig} here; "conformance client init" writes one, and "conformance client -- COMMAND" runs your own tests without one`
        : `there is no file ${file}; "conformance client init --config ${file}" writes one`,
    )
  const lines = new LineCounter()
  const document = parseDocument(readText(file), { lineCounter: lines })
  const [wrong] = document.errors
  if (wrong)
    throw new UsageError(
      `${file}:${lines.linePos(wrong.pos[0]).line}: no YAML: ${wrong.message.split('\n')[0] ?? ''}`,
    )
  const wanted = needsCommand ? schema : schema.extend({ command: schema.shape.command.default('') })
  const checked = wanted.safeParse(document.toJS() ?? {})
  if (checked.success) {
    const { families, upstream, declaration, ...rest } = checked.data
    return {
      ...rest,
      ...(families ? { families } : {}),
      ...(upstream === undefined ? {} : { upstream }),
      ...(declaration === undefined ? {} : { declaration }),
      folder: dirname(resolve(file)),
      file,
    }
  }
  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    const pair = isMap(document.contents)
      ? document.contents.items.find(({ key }) => String(key) === String(path[0]))
      : undefined
    const at = (pair?.key as { range?: [number] } | undefined)?.range?.[0]
    return at === undefined ? undefined : lines.linePos(at).line
  }
  throw new DeclarationError(
    checked.error.issues.flatMap(problemsOf).map(({ path, message }): Problem => ({
      file,
      line: lineOf(path),
      field: path.join('.'),
      message,
    })),
  )
}

const fields = Object.keys(schema.shape)

function problemsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') {
    const message = issue.path.length === 0 ? `must be a map with ${fields.join(', ')}` : issue.message
    return [{ path: [...issue.path], message }]
  }
  return issue.keys.map((key) => {
    const near = closestWord(key, fields)
    return {
      path: [key],
      message: `unknown field; ${near ? `did you mean ${near}?` : `known: ${fields.join(', ')}`}`,
    }
  })
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`${file} can't be read: ${(cause as NodeJS.ErrnoException).code}`, { cause })
  }
}
