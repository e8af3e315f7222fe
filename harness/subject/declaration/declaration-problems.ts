import type { z } from 'zod'
import { didYouMean } from '../closest-word.ts'
import { declarationJsonSchema } from './declaration-json-schema.ts'
import { valueAt } from './map-texts.ts'

/** A problem at a path, not yet mapped to a line. */
export interface PathProblem {
  path: readonly PropertyKey[]
  message: string
}

/** Formats a path as `accessKeys[1].keyId`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${withoutValue(String(step))}`))
    .join('')
    .replace(/^\./, '')
}

/** `password:S3cr3t`, without a space, is a single name to YAML. */
const withoutValue = (name: string) => name.replace(/:[^]*/, ':…')

type Issue = z.core.$ZodIssue

/** Converts the schema's issues into one sentence per invalid field, in the order of the schema. */
export function declarationProblems(issues: readonly Issue[], value: unknown): PathProblem[] {
  return issues.flatMap((issue) => problemsOf(issue, [], value))
}

function problemsOf(issue: Issue, above: readonly PropertyKey[], value: unknown): PathProblem[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownField(key, path) }))
  }
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    const meant = issue.errors.filter((branch) => !branch.every(isAboutThePartItself))
    const branch = meant[0]
    if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, path, value))
    return [
      { path, message: `must be ${expectedByBranches(issue.errors)}, not ${found(valueAt(value, path))}` },
    ]
  }
  return [{ path, message: sentence(issue, valueAt(value, path)) }]
}

const isAboutThePartItself = (issue: Issue) =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')

function unknownField(key: string, path: readonly PropertyKey[]): string {
  if (key.includes(':')) return 'unknown field; put a space after the colon'
  const known = knownFields(path)
  // One of several forms of the part has it: `clock.url` goes with `kind: control` only.
  if (known.includes(key)) return `does not go with the other fields of ${fieldName(path)}; remove it`
  const fix = known.length === 0 ? 'remove it' : `known here: ${known.join(', ')}`
  return `unknown field; ${didYouMean(key, known, fix)}`
}

function sentence(issue: Issue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'is missing; add it'
  if (issue.code === 'invalid_type') return wrongType(issue.expected, value)
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'invalid_union' && 'options' in issue) return `must be one of ${list(issue.options)}`
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `must be at most ${issue.maximum}`
  return issue.message
}

function wrongType(expected: string, value: unknown): string {
  const wanted = typeNames[expected] ?? expected
  const fix = expected === 'string' && isScalar(value) ? '; put it in quotes' : ''
  return `must be ${wanted}, not ${typeof value === 'number' ? number(expected, value) : found(value)}${fix}`
}

function number(expected: string, value: number): string {
  if (expected !== 'int' && expected !== 'number') return 'a number'
  return Number.isFinite(value) ? 'a fraction' : 'infinite or NaN'
}

const typeNames: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
}

const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'

/** Describes the type of a value; never the value itself, which may be secret. */
function found(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'a group of fields' : `a ${typeof value}`
}

function expectedByBranches(branches: readonly (readonly Issue[])[]): string {
  const names = branches.flat().map((issue) => {
    if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ')
    return issue.code === 'invalid_type' ? (typeNames[issue.expected] ?? issue.expected) : 'something else'
  })
  return [...new Set(names)].join(' or ')
}

const list = (options: unknown) => (options as unknown[]).map(String).join(', ')

/** The part of JSON Schema that names fields. */
interface Node {
  properties?: Record<string, Node>
  items?: Node
  additionalProperties?: Node | boolean
  anyOf?: Node[]
  oneOf?: Node[]
}

/** Returns the field names that a declaration allows at a path, for suggestions. */
function knownFields(path: readonly PropertyKey[]): string[] {
  let nodes = branches(declarationJsonSchema() as Node)
  for (const step of path) nodes = nodes.flatMap((node) => branches(child(node, step)))
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))]
}

function child(node: Node, step: PropertyKey): Node | undefined {
  if (typeof step === 'number') return node.items
  const named = node.properties?.[String(step)]
  return named ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined)
}

function branches(node: Node | undefined): Node[] {
  if (node === undefined) return []
  return [node, ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(branches)]
}
