import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('every npm script that runs a built program builds it first', () => {
  const stale = Object.entries(scripts).filter(
    ([name, line]) =>
      /node (?:bin|dist)\//.test(line) &&
      !line.startsWith('npm run build && ') &&
      scripts[`pre${name}`] !== 'npm run build',
  )
  expect(stale).toEqual([])
})

test('CONTRIBUTING.md names npm scripts that exist', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, name = '']) => name)
  expect(named).toContain('self-test')
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})
