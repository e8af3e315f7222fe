import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
})
