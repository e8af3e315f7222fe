import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ordinaryEnv, runConformance } from '../harness/testing/run-program.ts'
import { declarationText } from '../harness/init/declaration-text.ts'
import type { Probed } from '../harness/init/probe.ts'
import { readListedChanges } from '../suites/proof/self-test/listed-changes.ts'
import { suite } from '../suites/suite.ts'
import { proseIn } from './prose-in.ts'

const root = new URL('..', import.meta.url)
const read = (page: string) => readFileSync(new URL(page, root), 'utf8')

/** Made of the catalogue, which is read below, the schema and the defects. */
const generated = ['annotated-specification.md', 'kill-matrix.md', 'requirements.md']
const pagesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, root)))
    .filter((name) => name.endsWith('.md') && !generated.includes(name))
    .map((name) => folder + name)
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'reports/published/README.md',
  ...['.github/', 'docs/', 'docs/guides/', 'suites/catalogue/'].flatMap(pagesIn),
]
/** Pages in YAML, which hold no code. */
const forms = readdirSync(new URL('.github/ISSUE_TEMPLATE', root)).map(
  (name) => `.github/ISSUE_TEMPLATE/${name}`,
)
const schemas = ['fixtures/conformance', 'reports/events', 'reports/report'].map(
  (name) => `${name}.schema.json`,
)

/** The right column of the table in CONTRIBUTING.md: each code span is a retired word or phrase. */
const table = /\n## Write plain English\n.*?(?=\n## )/s.exec(read('CONTRIBUTING.md'))?.[0] ?? ''
const rows = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)]
const retired = rows.flatMap(([, not = '']) => [...not.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words))
const pattern = new RegExp(`.{0,30}\\b(?:${retired.join('|')})(?:s|d|ed|ing)?\\b.{0,30}`, 'gi')

/** The retired words in a page's prose, with their context; code and the targets of links don't count. */
const retiredIn = (markdown: string): string[] =>
  markdown
    .replace(/```.*?```/gs, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')
    .match(pattern) ?? []

test.for([...pages, ...forms])('%s has no retired word', (page) => {
  expect(retiredIn(read(page))).toEqual([])
})

const rules = [...suite.requirements, ...suite.client.rules].map(([id, { statement, reading = '' }]) => [
  id,
  `${statement} ${reading}`,
])
const questions = [...suite.openQuestions].map(([id, { question }]) => [id, question])

test.for([...rules, ...questions])('%s has no retired word', ([, text = '']) => {
  expect(retiredIn(text)).toEqual([])
})

test('the declaration that init writes has no retired word', () => {
  const nothing = { families: [], partFamilies: [], aheadSeconds: undefined, redirects: [] }
  const probed: Probed = { ...nothing, login: undefined, referencePage: undefined }
  const text = declarationText({ baseUrl: 'http://127.0.0.1' }, probed, 'conformance.schema.json')
  expect(text).toContain('# ')
  expect(retiredIn(text)).toEqual([])
})

test.for(schemas)('no description in %s has a retired word', (path) => {
  const described = descriptionsIn(JSON.parse(read(path)))
  expect(described.length).toBeGreaterThan(5)
  expect(described.flatMap(retiredIn)).toEqual([])
})

const descriptionsIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([key, value]) =>
        key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
      )
    : []

test('no summary of a defect or variation has a retired word', async () => {
  const { defects, variations } = await readListedChanges()
  for (const { name, summary } of [...defects, ...variations]) expect(retiredIn(summary), name).toEqual([])
})

test.for(['', 'init', 'doctor', 'client', 'report', 'replay', 'diff', 'merge', 'baseline', 'self-test'])(
  'the help of "%s" has no retired word',
  async (command) => {
    const asked = [...(command === '' ? [] : [command]), '--help']
    const { stdout } = await runConformance(asked, { cwd: fileURLToPath(root), env: ordinaryEnv() })
    expect(stdout).toContain('Usage: ')
    expect(retiredIn(stdout)).toEqual([])
  },
)

/** Folders with source files; `docs` for the scripts that generate its pages. */
const sources = ['bench', 'bin', 'docs', 'fixtures', 'harness', 'reference-server', 'reports', 'suites']

test.for(sources)(
  'no comment, title, message or summary in the source files of %s has a retired word',
  (folder) => {
    const found = sourceFilesIn(folder).flatMap((file) =>
      proseIn(read(file), file).flatMap(({ line, text }) =>
        retiredIn(withoutIdentifiers(text)).map((words) => `${file}:${line}: ${words}`),
      ),
    )
    expect(found).toEqual([])
  },
)

/** This file writes retired words to show that they are found. */
const sourceFilesIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:ts|js)$/.test(file) && file !== 'docs/words.test.ts')

/** Ids, paths, options and selectors (`mfa.old-code-refused`, `.refused`) keep their words. */
const withoutIdentifiers = (text: string): string => text.replace(/(?:\b\w+|(?<=\s))(?:[./_-]+\w+)+/g, '')

test('a retired word is found in comments and in text with a space, not in identifiers', () => {
  const code = [
    '/** Mend',
    ' * it. */',
    'const mend = "mend"',
    '// Mend `refusal`, refusal.no-5xx.',
    'throw new Error(`mend ${mend}`)',
    "test('to mend')",
  ].join('\n')
  const found = proseIn(code, 'a.ts').filter(({ text }) => retiredIn(withoutIdentifiers(text)).length > 0)
  expect(found.map(({ line }) => line)).toEqual([1, 4, 5, 6])
})

test('each retired word is found in prose, across lines and in its other forms', () => {
  expect(retired).toContain('mend')
  for (const words of retired) expect(retiredIn(`So ${words.replace(' ', '\n')}.`), words).toHaveLength(1)
  expect(retiredIn('It was Mended. We recommend amendments.')).toHaveLength(1)
})

test('code and the targets of links are no prose', () => {
  expect(retiredIn('`refusal.no-5xx` in [a page](mend.md)\n```\nmend\n```\n')).toEqual([])
})
