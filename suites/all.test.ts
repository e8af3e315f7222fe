import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { expect, test } from 'vitest'
import { cases } from './all.ts'
import { catalogue } from './catalogue/index.ts'

const folder = new URL('.', import.meta.url)
/** The file that vitest runs for a judgement; it takes the cases from `all.ts`. */
const runner = 'run-cases.suite.ts'

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.suite.ts') && path !== runner)

test('every file of cases is listed: one that is not would be left out in silence', () => {
  const listed = readFileSync(new URL('all.ts', folder), 'utf8').matchAll(/^import '\.\/(.*)'$/gm)
  expect([...listed].map(([, path]) => path).sort()).toEqual(files.sort())
})

test.each(files)('%s says in its first line what its cases are about', (path) => {
  expect(readFileSync(new URL(path, folder), 'utf8').split('\n', 1)[0]).toMatch(/^\/\/ [A-Z]/)
})

test('every requirement has a case', () => {
  const judged = new Set([...cases.values()].map(({ requirement }) => String(requirement)))
  expect(Object.keys(catalogue.requirements).filter((id) => !judged.has(id))).toEqual([])
})
