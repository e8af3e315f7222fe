import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (page: string) => readFileSync(new URL(page, root), 'utf8')

/** Exempt until the catalogue, the schema and the defects that they are generated from are rewritten. */
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

test('each retired word is found in prose, across lines and in its other forms', () => {
  expect(retired).toContain('mend')
  for (const words of retired) expect(retiredIn(`So ${words.replace(' ', '\n')}.`), words).toHaveLength(1)
  expect(retiredIn('It was Mended. We recommend amendments.')).toHaveLength(1)
})

test('code and the targets of links are no prose', () => {
  expect(retiredIn('`refusal.no-5xx` in [a page](mend.md)\n```\nmend\n```\n')).toEqual([])
})
