import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { diff } from '../../harness/cli/report/diff.ts'
import { withDigest } from '../../reports/json.ts'
import { totalsOf } from '../../harness/verdicts/fold.ts'
import { suite } from '../suite.ts'
import { builtReport } from './testing/built-report.ts'

const conformant = await builtReport()
const [broken = ''] = (await suite.loadCases()).keys()
const other = await builtReport((id) => (id === broken ? 'fail' : 'pass'))

let folder: string
let printed: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'))
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

test('diff exits with 0 if nothing differs, with 1 if a verdict does', async () => {
  const a = write('a.json', conformant)
  expect(await diff(suite, [a, write('same.json', conformant)], {})).toBe(0)
  expect(await diff(suite, [a, write('b.json', other)], {})).toBe(1)
  expect(printed).toContain('1 verdict and 0 observations differ.')
})

test('diff prints JSON, and writes its page into a folder that did not exist', async () => {
  const a = write('a.json', conformant)
  const html = join(folder, 'new', 'comparison.html')
  await diff(suite, [a, a], { json: true, html })
  expect(JSON.parse(printed)).toMatchObject({ schemaVersion: '1.0', differs: false })
  expect(readFileSync(html, 'utf8')).toContain('2 reports side by side')
})

test('a page that can not be written is a usage error that names the option', async () => {
  const a = write('a.json', conformant)
  for (const html of [join(a, 'below', 'it'), '/proc/below/it', folder])
    await expect(diff(suite, [a, a], { html })).rejects.toThrow(
      /^can't write .* Give another file with --html$/,
    )
})

test('a page replaces an earlier one, and nothing else: --html takes the next word, which may be a report', async () => {
  const a = write('a.json', conformant)
  const b = write('b.json', other)
  await expect(diff(suite, [b, b], { html: a })).rejects.toThrow(
    `${a} was not written by --html, and would be replaced; move it, or give another file with --html`,
  )
  expect(JSON.parse(readFileSync(a, 'utf8'))).toEqual(conformant)
  const html = join(folder, 'comparison.html')
  for (const name of [a, b]) await diff(suite, [a, name], { html })
  expect(readFileSync(html, 'utf8')).toContain('not-conformant')
})

test('a folder of reports stands for its report.json', async () => {
  const a = write('report.json', conformant)
  await diff(suite, [folder, a], { json: true })
  expect(JSON.parse(printed)).toMatchObject({ differs: false })
})

test('one report, a missing one and no report are usage errors that name the file', async () => {
  const a = write('a.json', conformant)
  await expect(diff(suite, [a], {})).rejects.toMatchObject({ exitCode: 2 })
  await expect(diff(suite, [a, join(folder, 'gone.json')], {})).rejects.toThrow(
    /gone\.json can't be read as a report: there is no such file/,
  )
  await expect(diff(suite, [a, write('other.json', {})], {})).rejects.toThrow(
    /other\.json .*no schemaVersion/,
  )
})

test('only reports that verify are compared, and a part of one', async () => {
  const a = write('a.json', conformant)
  const changed = write('changed.json', { ...conformant, exitCode: 1 })
  const older = write(
    'older.json',
    withDigest({
      ...conformant,
      suite: { ...conformant.suite, version: '0.0.9', catalogueHash: 'f'.repeat(64) },
    }),
  )
  const cut = write(
    'cut.json',
    withDigest({ ...conformant, complete: false, exitCode: 130, conclusion: 'partial' }),
  )
  for (const [file, why] of [
    [changed, /changed\.json does not verify:\n.*the file was changed after the run/],
    [older, /older\.json does not verify:\n.*not those of this version/],
    [cut, /cut\.json does not verify:\n.*the run was interrupted/],
  ] as const)
    await expect(diff(suite, [a, file], {})).rejects.toThrow(why)
  const requirements = conformant.requirements.filter(({ topic }) => topic === 'token')
  const part = withDigest({
    ...conformant,
    requirements,
    pending: [],
    totals: totalsOf(requirements),
    conclusion: 'partial',
    reproduce: `${conformant.reproduce} --only token`,
  })
  expect(await diff(suite, [a, write('part.json', part)], {})).toBe(1)
})
