import { isMap, isSeq, type Document } from 'yaml'
import { z } from 'zod'
import { didYouMean } from '../../subject/closest-word.ts'
import { parseYaml, type ParsedYaml } from '../../subject/declaration/parse-yaml.ts'
import { DeclarationError, UsageError, type Problem } from '../../subject/subject-error.ts'
import type { BaselineEntry, KnownFailures } from '../../verdicts/baseline.ts'
import { everyRuleId } from '../suite-rules.ts'
import type { Suite } from '../suite.ts'
import { readNamed } from './read-named.ts'

const said = (fix: string) =>
  z
    .string({ error: `is missing or not text; ${fix}` })
    .trim()
    .min(1, `is empty; ${fix}`)

const entrySchema = z.strictObject({
  requirement: said('give the id of a requirement'),
  reason: said('say why this failure is accepted for now'),
  owner: said('say who fixes it'),
  expires: z.iso.date({
    error: 'must be a date such as "2026-12-31", the last day on which the entry is valid',
  }),
  fingerprint: z
    .string({ error: 'is missing; "conformance baseline update" writes it' })
    .regex(
      /^f1-[0-9a-f]{16}$/,
      'is not a fingerprint of this version; "conformance baseline update" writes it',
    ),
})

/** A baseline as a YAML document, which can be changed without losing people's comments. */
export interface BaselineDocument {
  document: Document
  entries: BaselineEntry[]
}

/**
 * Reads the file of `--baseline`: a list of known failures. Undefined if none is named.
 * @throws UsageError if the file can't be read, or is not a list in YAML
 * @throws DeclarationError with every problem, each with its line, field and fix
 */
export function readBaseline(suite: Suite, file: string | undefined): KnownFailures | undefined {
  if (file === undefined) return undefined
  const { problems, entries } = parseBaseline(readBaselineText(file), file)
  if (problems.length > 0) throw new DeclarationError(problems)
  return { entries, ids: everyRuleId(suite) }
}

/** @throws UsageError if the file can't be read */
export const readBaselineText = (file: string): string =>
  readNamed(file, 'the baseline', '; "conformance baseline update" writes one')

/** @throws UsageError if the text is not YAML, or not a list */
export function parseBaseline(text: string, file: string): BaselineDocument & { problems: Problem[] } {
  const { value: parsed, document, lines } = parseYaml(text, file)
  const value = parsed ?? []
  if (!Array.isArray(value)) throw new UsageError(`${file}: must be a list of entries, each with ${fields}`)
  const entries: BaselineEntry[] = []
  const problems: Problem[] = []
  value.forEach((each: unknown, index) => {
    const line = lineOf(document, lines, index)
    const checked = entrySchema.safeParse(each)
    const name = nameOf(each) ?? `entry ${index + 1}`
    for (const { path, message } of checked.success ? [] : checked.error.issues.flatMap(split)) {
      problems.push({ file, line, field: [name, ...path].join(': '), message })
    }
    if (!checked.success) return
    if (entries.some(({ requirement }) => requirement === checked.data.requirement)) {
      problems.push({ file, line, field: name, message: 'has an entry already; keep one' })
    }
    entries.push(checked.data)
  })
  return { document, entries, problems }
}

/** The requirement of an entry, if it names one. */
function nameOf(entry: unknown): string | undefined {
  const { requirement } = (entry ?? {}) as { requirement?: unknown }
  return typeof requirement === 'string' && requirement.trim() !== '' ? requirement.trim() : undefined
}

const names = Object.keys(entrySchema.shape)
const fields = names.join(', ')

function split(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [key],
      message: `unknown field; ${didYouMean(key, names, `known: ${fields}`)}`,
    }))
  }
  const message = issue.path.length === 0 ? `must be an entry with ${fields}` : issue.message
  return [{ path: [...issue.path], message }]
}

function lineOf(document: Document, lines: ParsedYaml['lines'], index: number): number | undefined {
  const item = isSeq(document.contents) ? document.contents.items[index] : undefined
  const at = isMap(item) ? item.range?.[0] : undefined
  return at === undefined ? undefined : lines.linePos(at).line
}
