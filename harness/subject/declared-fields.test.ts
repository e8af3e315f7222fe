import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { declarationJsonSchema } from './declaration-json-schema.ts'
import { readDeclaration } from './declaration.ts'
import { DeclarationError } from './subject-error.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Every field of a declaration, `accounts.plain.password`; list elements have no number. */
function fieldsOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, path = ''): string[] {
  const below = Object.entries(properties).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    return [here, ...fieldsOf(field, here)]
  })
  const same = [...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((one) => fieldsOf(one, path))
  return [...new Set([...below, ...same])]
}

/** The fields that a text of YAML has, those of a secret's `{ file }` as well. */
function shownIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shownIn(one, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const here = path === '' ? name : `${path}.${name}`
    return [here, ...shownIn(one, here)]
  })
}

const docs = new URL('../../docs/', import.meta.url)
const pages = ['declaration.md', ...readdirSync(new URL('guides/', docs)).map((name) => `guides/${name}`)]
const examples = pages
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => [...readFileSync(new URL(name, docs), 'utf8').matchAll(/```yaml\n(.*?)```/gs)])
  .flatMap((match) => shownIn(parse(match[1] ?? '', { logLevel: 'silent' })))

const fields = fieldsOf(declarationJsonSchema() as Schema).filter((field) => field !== '$schema')
/** The two ways of giving a secret are shown once; every secret takes both. */
const isWayOfSecret = (field: string) => field.endsWith('.file')
/** Names in them are free. */
const isFree = (field: string) => /(^|\.)(env|headers|files)\./.test(field)

/** The second account of a kind has the fields of the first. */
const asTheOther = (field: string) =>
  /^accounts\.\w/.test(field) ? [field.replace(/^(accounts\.\w+?)(?=\.)/, '$12')] : []

test('each field has an example in the docs', () => {
  const shown = new Set(examples.flatMap((field) => [field, ...asTheOther(field)]))
  expect(fields.length).toBeGreaterThan(60)
  expect(fields.filter((field) => !shown.has(field) && !isWayOfSecret(field))).toEqual([])
  expect(examples.some(isWayOfSecret)).toBe(true)
})

test.for(fields.filter((field) => !isWayOfSecret(field) && !isFree(field)))(
  'a wrong %s is named, with what to write instead',
  (field, context) => {
    const [last = '', ...before] = field.split('.').toReversed()
    const wrong = before.reduce<object>((below, name) => ({ [name]: below }), { [last]: [[{ x: 1 }]] })
    const declared = { baseUrl: 'http://127.0.0.1:1', ...wrong }
    const cwd = createFreshFolder(context, { 'conformance.json': JSON.stringify(declared) })
    const read = () => readDeclaration('conformance.json', { env: {}, cwd })
    expect(read).toThrow(DeclarationError)
    expect(read).toThrow(new RegExp(String.raw`\b${field.split('.')[0]}[^\n]*: .{12,}`))
  },
)
