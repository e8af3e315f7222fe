import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSampleReport } from '../../reports/testing/sample-report.ts'
import { diff } from './diff.ts'

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

test('0 where nothing differs, 1 where a verdict does', async () => {
  const a = write('a.json', createSampleReport())
  const changed = createSampleReport()
  changed.requirements[0]!.verdict = 'fail'
  expect(await diff([a, write('same.json', createSampleReport())], {})).toBe(0)
  expect(await diff([a, write('b.json', changed)], {})).toBe(1)
  expect(printed).toContain('1 verdict and 0 observations differ.')
})

test('as JSON, and as a page in a folder that was not there', async () => {
  const a = write('a.json', createSampleReport())
  const html = join(folder, 'new', 'comparison.html')
  await diff([a, a], { json: true, html })
  expect(JSON.parse(printed)).toMatchObject({ schemaVersion: '1.0', differs: false })
  expect(readFileSync(html, 'utf8')).toContain('2 reports side by side')
})

test('a folder of reports stands for its report.json', async () => {
  const a = write('report.json', createSampleReport())
  await diff([folder, a], { json: true })
  expect(JSON.parse(printed)).toMatchObject({ differs: false })
})

test('one report, a missing one and no report are usage errors that name the file', async () => {
  const a = write('a.json', createSampleReport())
  await expect(diff([a], {})).rejects.toMatchObject({ exitCode: 2 })
  await expect(diff([a, join(folder, 'gone.json')], {})).rejects.toThrow(
    /gone\.json can't be read as a report: ENOENT/,
  )
  await expect(diff([a, write('other.json', {})], {})).rejects.toThrow(/other\.json .*no schemaVersion/)
})
