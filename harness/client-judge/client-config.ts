import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { didYouMean } from '../subject/closest-word.ts'
import { readDeclarationDocument } from '../subject/declaration/declaration-document.ts'
import { fieldName } from '../subject/declaration/declaration-problems.ts'
import { longestTimerMs } from '../subject/declaration/longest-timer.ts'
import { serverUrl } from '../subject/declaration/declared-text.ts'
import { DeclarationError, UsageError } from '../subject/subject-error.ts'
import { placeholder, toldNames } from './identities.ts'
import { methods } from './operation.ts'

const example = 'python3 adapter.py'
const clientConfig = {
  what: 'the file that conformance client reads',
  init: 'conformance client init',
  field: 'command',
  value: example,
}

const listOf = <T extends string>(words: readonly [T, ...T[]], what: string) =>
  z
    .array(z.enum(words, { error: ({ input }) => unknownWord(input, words, what) }), {
      error: `must be a list, such as [${words.slice(0, 2).join(', ')}]; known: ${words.join(', ')}`,
    })
    .min(1, 'is empty; name at least one, or leave the field out')

const unknownWord = (input: unknown, words: readonly string[], what: string): string =>
  `is not a known ${what}; ${didYouMean(String(input), words, `known: ${words.join(', ')}`)}`

const schema = z.strictObject({
  command: z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? `is missing; write the shell command that starts your adapter, such as ${example}`
          : `must be the shell command that starts your adapter, as text, such as ${example}`,
    })
    .trim()
    .min(1, `is empty; write the shell command that starts your adapter, such as ${example}`)
    .refine((value) => !value.includes('\0'), 'contains a NUL character, which no command may; remove it'),
  methods: listOf(methods, 'method').default([...methods]),
  families: listOf(['users-v1', 'v1'], 'path family').optional(),
  env: z
    .record(
      z.string(),
      z.string({ error: "must be text in quotes, such as '{baseUrl}'" }).superRefine((value, context) => {
        for (const [, name = ''] of value.matchAll(placeholder))
          if (!(toldNames as readonly string[]).includes(name))
            context.addIssue({ code: 'custom', message: unknownPlaceholder(name) })
      }),
      { error: "must map your client's variables to values, such as { API_URL: '{baseUrl}' }" },
    )
    .superRefine((values, context) => {
      for (const name of Object.keys(values))
        if (!/^[^=\0]+$/.test(name))
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'is not a valid variable name; it must not be empty or contain =',
          })
    })
    .default({}),
  /** Base URL of a server of the client's author, used instead of ours; and the file that declares it. */
  upstream: serverUrl.optional(),
  declaration: z.string({ error: 'must name a file, such as conformance.yaml' }).optional(),
  timeoutMs: z
    .int({ error: 'must be a whole number of milliseconds, such as 10000' })
    .min(1, 'must be at least 1')
    .max(longestTimerMs, `must be at most ${longestTimerMs}`)
    .default(10_000),
})

function unknownPlaceholder(name: string): string {
  const known = toldNames.map((one) => `{${one}}`)
  return `{${name}} is not a known placeholder; ${didYouMean(`{${name}}`, known, `known: ${known.join(', ')}`)}`
}

/** The contents of `client.yaml`. */
export interface ClientConfig extends z.output<typeof schema> {
  /** Where the command runs: the folder that contains the file. */
  folder: string
  file: string
}

const usualClientConfig = 'client.yaml'

/**
 * Reads `client.yaml`. The file needs no `command` if a program is given on the command line.
 * @throws UsageError if there is no such file; DeclarationError with every problem in it
 */
export function readClientConfig(named: string | undefined, needsCommand = true): ClientConfig {
  const file = named ?? usualClientConfig
  if (!existsSync(file))
    throw new UsageError(
      named === undefined
        ? `there is no ${usualClientConfig} here; "conformance client init" writes one, and "conformance client -- COMMAND" runs your own tests without one`
        : `there is no file "${file}"; name another with --config, or let "conformance client init" write one`,
    )
  const { value, lineOf } = readDeclarationDocument(resolve(file), file, undefined, clientConfig)
  const wanted = needsCommand ? schema : schema.extend({ command: schema.shape.command.default('') })
  const checked = wanted.safeParse(value)
  if (checked.success) return { ...checked.data, folder: dirname(resolve(file)), file }
  throw new DeclarationError(
    checked.error.issues
      .flatMap(problemsOf)
      .map(({ path, message }) => ({ file, line: lineOf(path), field: fieldName(path), message })),
  )
}

const fields = Object.keys(schema.shape)

function problemsOf(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: [...issue.path], message: issue.message }]
  return issue.keys.map((key) => ({
    path: [key],
    message: `unknown field; ${didYouMean(key, fields, `known: ${fields.join(', ')}`)}`,
  }))
}
