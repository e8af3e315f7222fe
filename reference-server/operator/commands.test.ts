import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Returns the files loaded with a file: its own imports and theirs, except for types and dynamic imports. */
function loadedWith(url: URL, seen = new Set<string>()): Set<string> {
  seen.add(fileURLToPath(url))
  const source = readFileSync(url, 'utf8')
  for (const [, names = '', from = ''] of source.matchAll(/^(?:import|export) ([^']*)from '([^']+)'$/gm)) {
    if (/^type\b/.test(names) || (/\{/.test(names) && !/[{,]\s*(?!type\b)\w/.test(names))) continue
    if (!from.startsWith('.')) seen.add(from)
    else if (!seen.has(fileURLToPath(new URL(from, url)))) loadedWith(new URL(from, url), seen)
  }
  return seen
}

const packages = (loaded: Iterable<string>) => [...loaded].filter((from) => !/^(?:\/|node:)/.test(from))

// A run of the suite starts dozens of these commands: each package and file that they load costs time.
test('an operator command loads no package but the one that reads its arguments, and no changes', () => {
  const files = ['../main.ts', 'commands.ts'].map((file) => new URL(file, import.meta.url))
  const loaded = files.flatMap((file) => [...loadedWith(file)])
  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/server\/operator\.ts$/)]))
  expect(packages(loaded)).toEqual(['commander'])
  expect(loaded.filter((from) => /(?:defects|variations)\/|\/(?:parts|app|server)\.ts$/.test(from))).toEqual(
    [],
  )
})

test('an operator command that fails loads no more', () => {
  const loaded = packages(loadedWith(new URL('explain.ts', import.meta.url)))
  expect(loaded).toEqual([])
})
