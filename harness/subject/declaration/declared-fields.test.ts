import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test, type TestContext } from 'vitest'
import { declarationJsonSchema } from './declaration-json-schema.ts'
import { readDeclaration } from './declaration.ts'
import { DeclarationError } from '../subject-error.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Every field of a declaration, such as `accounts.plain.password`; list elements have no index. */
function fieldsOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, path = ''): string[] {
  const below = Object.entries(properties).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    return [here, ...fieldsOf(field, here)]
  })
  const same = [...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((one) => fieldsOf(one, path))
  return [...new Set([...below, ...same])]
}

/** The fields that occur in a YAML value, including the `{ file }` of a secret. */
function shownIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shownIn(one, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const here = path === '' ? name : `${path}.${name}`
    return [here, ...shownIn(one, here)]
  })
}

const docs = new URL('../../../docs/', import.meta.url)
const pages = ['declaration.md', ...readdirSync(new URL('guides/', docs)).map((name) => `guides/${name}`)]
/** The fields shown by each example, keyed by its page and its position there. */
const examples = new Map<string, string[]>(
  pages
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, docs), 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(
        (match, index) =>
          [`${name} ${index}`, shownIn(parse(match[1] ?? '', { logLevel: 'silent' }))] as const,
      ),
    ),
)

/** The test that tries each example against a server, with addresses and paths filled in. */
const triedBy: Readonly<Record<string, string>> = {
  'declaration.md 0': 'suites/proof/any-server/examples.e2e.test.ts',
  'declaration.md 1': 'suites/proof/any-server/examples.e2e.test.ts',
  'declaration.md 2': 'suites/proof/any-server/examples.e2e.test.ts',
  'declaration.md 3': 'suites/proof/any-server/examples.e2e.test.ts',
  'declaration.md 4': 'suites/proof/any-server/examples.e2e.test.ts',
  'declaration.md 5': 'suites/proof/any-server/containers.e2e.test.ts',
  'declaration.md 6': 'suites/proof/any-server/replicas.e2e.test.ts',
  'declaration.md 7': 'suites/proof/any-server/further-accounts.e2e.test.ts',
  'guides/container.md 0': 'suites/proof/any-server/containers.e2e.test.ts',
  'guides/development-server.md 0': 'docs/guides/guides.e2e.test.ts',
  'guides/development-server.md 1': 'docs/guides/guides.e2e.test.ts',
  'guides/jumpserver.md 0': 'docs/guides/guides.e2e.test.ts',
  'guides/gateway.md 0': 'docs/guides/gateway.e2e.test.ts',
  'guides/staging.md 0': 'docs/guides/guides.e2e.test.ts',
}

const fields = fieldsOf(declarationJsonSchema() as Schema).filter((field) => field !== '$schema')
/** The docs show the two ways of giving a secret once; every secret accepts both. */
const isWayOfSecret = (field: string) => field.endsWith('.file') && field !== 'clock.file'
/** These may contain any names. */
const isFree = (field: string) => /(^|\.)(env|headers)\./.test(field)

/** The second account of a kind has the same fields as the first. */
const asTheOther = (field: string) =>
  /^accounts\.\w/.test(field) ? [field.replace(/^(accounts\.\w+?)(?=\.)/, '$12')] : []

test.for(fields.filter((field) => !isWayOfSecret(field) && !isFree(field)))(
  'an example that a test tries against a server has %s',
  (field) => {
    const having = [...examples].filter(([, shown]) =>
      shown.some((one) => [one, ...asTheOther(one)].includes(field)),
    )
    expect(having.map(([name]) => triedBy[name]).filter(Boolean)).not.toEqual([])
  },
)

test('the tests that try examples are there and read their pages, and a secret is shown from a file', () => {
  expect(fields.length).toBeGreaterThan(60)
  for (const [name, file] of Object.entries(triedBy)) {
    expect(examples.has(name), name).toBe(true)
    const [page = ''] = name.split(' ')
    const text = readFileSync(new URL(`../${file}`, docs), 'utf8')
    expect(text, file).toContain(page.replace(file.startsWith('docs/guides/') ? 'guides/' : '', ''))
  }
  expect([...examples.values()].flat().some(isWayOfSecret)).toBe(true)
})

const lists = new Set(['accessKeys', 'container.files'])
/** The kind of clock that has each field; other kinds have only `kind`. */
const kindOf: Readonly<Record<string, string>> = {
  url: 'control',
  advance: 'command',
  file: 'faketime',
  maxAdvance: 'wait',
  covers: 'wait',
}

/** Returns a declaration with one value that is invalid for any field. */
function wrongAt(names: readonly string[], path = ''): unknown {
  const [name, ...below] = names
  if (name === undefined) return [[{ x: 1 }]]
  const here = path === '' ? name : `${path}.${name}`
  const value = wrongAt(below, here)
  const kind = path === 'clock' ? { kind: kindOf[name] } : {}
  return { ...kind, [name]: lists.has(here) && below.length > 0 ? [value] : value }
}

/** Returns the problems reported for an invalid value of a field, without those about missing fields around it. */
function problemsOf(field: string, context: Pick<TestContext, 'onTestFinished'>): string[] {
  const wrong = wrongAt(field.split('.')) as object
  const declared = { baseUrl: 'http://127.0.0.1:1', ...wrong }
  const cwd = createFreshFolder(context, { 'conformance.json': JSON.stringify(declared) })
  try {
    readDeclaration('conformance.json', { env: {}, cwd })
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError)
    const lines = (error as Error).message.split('\n')
    return lines.filter((line) => !line.endsWith('is missing; add it'))
  }
}

test('a wrong value of each field is named, with what to write instead', async (context) => {
  const told = fields
    .filter((field) => !isWayOfSecret(field) && !isFree(field))
    .map((field) => [field, problemsOf(field, context)] as const)
  for (const [field, problems] of told)
    expect(problems.join('\n'), field).toMatch(new RegExp(String.raw`\b${field.split('.')[0]}[^\n]*: .{12,}`))
  const text = told.map(([field, problems]) =>
    [`${field}:`, ...problems.map((line) => `  ${line}`)].join('\n'),
  )
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('wrong-fields.txt')
})
