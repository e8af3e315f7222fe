import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint')
const folder = mkdtempSync(join(tmpdir(), 'walls-'))
cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the linter says of a project that has these files alone. */
function lint(files: Record<string, string>): string {
  for (const part of ['harness', 'suites', 'reference-server', 'reports']) {
    rmSync(join(folder, part), { recursive: true, force: true })
    mkdirSync(join(folder, part, 'deep'), { recursive: true })
  }
  for (const [path, source] of Object.entries(files)) writeFileSync(join(folder, path), source)
  return spawnSync(process.execPath, [oxlint, '--format=unix'], { cwd: folder, encoding: 'utf8' }).stdout
}

const importing = (path: string) => `import { other } from '${path}'\nexport const one = other\n`

describe('the linter', () => {
  test.each([
    ['harness/deep/a.ts', '../../reference-server/b.ts'],
    ['harness/a.ts', '../suites/deep/b.ts'],
    ['suites/deep/a.ts', '../../reference-server/deep/b.ts'],
    ['reference-server/a.ts', '../harness/b.ts'],
    ['reference-server/deep/a.ts', '../../suites/b.ts'],
    ['reference-server/a.ts', '../reports/b.ts'],
    ['reports/a.ts', '../harness/b.ts'],
    ['reports/a.ts', '../suites/b.ts'],
  ])('keeps %s from importing %s', (path, target) => {
    expect(lint({ [path]: importing(target) })).toContain('no-restricted-imports')
  })

  test.each([
    ['harness/a.ts', '../reports/b.ts'],
    ['suites/deep/a.ts', '../../harness/b.ts'],
    ['reference-server/deep/a.ts', '../b.ts'],
    ['reports/a.ts', './deep/b.ts'],
  ])('lets %s import %s', (path, target) => {
    expect(lint({ [path]: importing(target) })).not.toContain('no-restricted-imports')
  })

  test('finds files that import each other', () => {
    const files = { 'harness/a.ts': importing('./b.ts'), 'harness/b.ts': importing('./a.ts') }
    expect(lint(files)).toContain('no-cycle')
  })

  test('finds files that import types from each other', () => {
    const typed = (path: string, own: string, other: string) =>
      `import type { ${other} } from '${path}'\nexport type ${own} = ${other} | string\n`
    const files = { 'harness/a.ts': typed('./b.ts', 'A', 'B'), 'harness/b.ts': typed('./a.ts', 'B', 'A') }
    expect(lint(files)).toContain('no-cycle')
  })
})

/** Rules are data beside the cases of their topic: the catalogue joins them, and the cases import the catalogue. */
const isRule = (path: string) => /^[^/]+\/rules\.ts$|^client\/catalogue\//.test(path)

/**
 * The folders that a folder of this part imports from, by its name, types included. A file beside the folders counts as one:
 * some are what all folders share, and some are the program that starts with them all. So do all rules together.
 */
function importsBetween(part: string): Map<string, Set<string>> {
  const folderOf = (path: string) => (isRule(path) ? 'rules' : (path.split('/')[0] ?? ''))
  const all = new Map<string, Set<string>>()
  const names = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.ts') && !/\.test\.ts$|testing\//.test(one))) {
    const folder = folderOf(name)
    const source = readFileSync(join(root, part, name), 'utf8')
    const found = Array.from(source.matchAll(/(?:from |import |import\()'(\.[^']+)'/g), ([, path = '']) =>
      normalize(join(dirname(name), path)),
    )
    const others = found.map(folderOf).filter((other) => other !== folder)
    all.set(folder, new Set([...(all.get(folder) ?? []), ...others.filter((other) => other !== '..')]))
  }
  return all
}

/** Every folder, except those for tests, that has folders with sources of their own. */
const outerFolders = ['harness', 'suites', 'reference-server', 'reports'].flatMap((part) => {
  const sources = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name),
  )
  const inner = sources.map((name) => dirname(join(part, name))).filter((folder) => folder !== part)
  return [...new Set(inner.map((folder) => dirname(folder)))]
})

test.each(outerFolders)('no folder of %s imports from one that imports from it, directly or not', (part) => {
  const left = importsBetween(part)
  expect(left.size).toBeGreaterThan(1)
  // Takes away folders that import from nothing that is left, until none remains.
  for (let before = Infinity; left.size < before;) {
    before = left.size
    for (const [name, others] of left) if (![...others].some((other) => left.has(other))) left.delete(name)
  }
  expect([...left.keys()]).toEqual([])
})
