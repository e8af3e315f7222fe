import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ordinaryEnv, runConformance } from '../harness/testing/run-program.ts'
import { suite } from '../suites/suite.ts'

const root = new URL('..', import.meta.url)
const read = (page: string) => readFileSync(new URL(page, root), 'utf8')

/** Made of the catalogue, which is read below, the schema and the defects. */
const generated = ['annotated-specification.md', 'declaration.md', 'kill-matrix.md', 'requirements.md']
const pagesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, root)))
    .filter((name) => name.endsWith('.md') && !generated.includes(name))
    .map((name) => folder + name)
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs/'), ...pagesIn('docs/guides/')]

/** The right column of the table in CONTRIBUTING.md: each code span is a retired word or phrase. */
const table = /\n## Write plain English\n.*?(?=\n## )/s.exec(read('CONTRIBUTING.md'))?.[0] ?? ''
const rows = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)]
const retired = rows.flatMap(([, not = '']) => [...not.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words))
const pattern = new RegExp(`.{0,30}\\b(?:${retired.join('|')})(?:s|d|ed|ing)?\\b.{0,30}`, 'gi')

/** Where retired words stand in a page's prose; code and the targets of links don't count. */
const retiredIn = (markdown: string): string[] =>
  markdown
    .replace(/```.*?```/gs, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')
    .match(pattern) ?? []

test.for(pages)('%s has no retired word', (page) => {
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

test.for(['', 'init', 'doctor', 'client', 'report', 'replay', 'diff', 'merge', 'baseline', 'self-test'])(
  'the help of "%s" has no retired word',
  async (command) => {
    const asked = [...(command === '' ? [] : [command]), '--help']
    const { stdout } = await runConformance(asked, { cwd: fileURLToPath(root), env: ordinaryEnv() })
    expect(stdout).toContain('Usage: ')
    expect(retiredIn(stdout)).toEqual([])
  },
)

test('each retired word is found in prose, across lines and in its other forms', () => {
  expect(retired).toContain('mend')
  for (const words of retired) expect(retiredIn(`So ${words.replace(' ', '\n')}.`), words).toHaveLength(1)
  expect(retiredIn('It was Mended. We recommend amendments.')).toHaveLength(1)
})

test('code and the targets of links are no prose', () => {
  expect(retiredIn('`refusal.no-5xx` in [a page](mend.md)\n```\nmend\n```\n')).toEqual([])
})
