import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { report } from '../../harness/cli/report/report.ts'
import { verify } from '../../harness/cli/report/verify.ts'
import { createFreshFolder } from '../../harness/testing/fresh-folder.ts'
import { withDigest, renderJson } from '../../reports/json.ts'
import { formats } from '../../reports/formats.ts'
import type { Report } from '../../reports/report.ts'
import { suite } from '../suite.ts'
import { builtReport } from './testing/built-report.ts'

const [broken = ''] = (await suite.loadCases()).keys()
const stored = await builtReport((id) => (id === broken ? 'fail' : 'pass'))
const text = String(renderJson(stored)[0]?.content)
const changed = JSON.stringify({ ...stored, exitCode: 0 })

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    printed += String(part)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

describe('conformance report --from', () => {
  test('writes every format beside the report, and leaves all else', async (context) => {
    const folder = createFreshFolder(context, { 'report.json': text, 'mine.txt': 'x', 'report.html': 'old' })
    const all = formats.filter((format) => format !== 'json')
    expect(await report(suite, { from: folder, format: all })).toBe(0)
    const files = ['report.html', 'report.md', 'report.sarif', 'report.har', 'failures.http', 'junit.xml']
    const others = ['report.intoto.json', 'badge.svg', 'badge.json', 'allure-results']
    expect(readdirSync(folder).toSorted()).toEqual(
      [...files, ...others, 'report.json', 'mine.txt'].toSorted(),
    )
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(text)
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain(broken)
    expect(printed.trim().split('\n').toSorted()).toEqual(
      [...files, ...others].map((name) => join(folder, name)).toSorted(),
    )
  })
  test('gives the same report.json again, in another folder', async (context) => {
    const folder = createFreshFolder(context, { 'a.json': text })
    await report(suite, { from: join(folder, 'a.json'), out: join(folder, 'new'), format: ['json'] })
    expect(readFileSync(join(folder, 'new/report.json'), 'utf8')).toBe(text)
  })
  test('moves the reports of another run to previous/, and leaves its own', async (context) => {
    const another = String(renderJson({ ...stored, seed: stored.seed + 1 })[0]?.content)
    const folder = createFreshFolder(context, { 'a.json': text, 'out/report.json': another })
    const out = join(folder, 'out')
    for (const format of ['json', 'html'])
      await report(suite, { from: join(folder, 'a.json'), out, format: [format] })
    expect(readFileSync(join(out, 'previous/report.json'), 'utf8')).toBe(another)
    expect(readdirSync(out).toSorted()).toEqual(['previous', 'report.html', 'report.json'])
    const from = join(out, 'previous')
    await expect(report(suite, { from, out, format: ['html'] })).rejects.toThrow(
      `${from} would be deleted; give another folder with --out`,
    )
    expect(readFileSync(join(from, 'report.json'), 'utf8')).toBe(another)
  })
  test.for<[string, string, string[], RegExp]>([
    ['empty', '', ['html'], /it is empty/],
    ['cut', text.slice(0, text.length / 2), ['html'], /not JSON, or is truncated/],
    ['no report', '{"a":1}', ['html'], /no schemaVersion/],
    ['of another version', text.replace('"1.0"', '"9.0"'), ['html'], /schemaVersion "9.0"/],
    ['hostile', text.replace('"notes": []', '"notes": {"length": 9}'), ['html'], /notes must be of the type/],
    [
      'at no point in time',
      text.replace(stored.startedAt, 'never'),
      ['har'],
      /startedAt must be a point in time/,
    ],
    ['changed by hand, for a badge', changed, ['html', 'badge'], /the file was changed after the run/],
    ['changed by hand, to be attested', changed, ['in-toto'], /its exit code is 0, but by its verdicts 1/],
    ['good, but the format unknown', text, ['html', 'pdf'], /--format: there is no format "pdf"/],
  ])(
    'a report that is %s: exit code 2, and no file is touched',
    async ([, content, format, why], context) => {
      const folder = createFreshFolder(context, {
        'report.json': content,
        'report.html': 'old',
        'badge.svg': 'old',
      })
      await expect(report(suite, { from: folder, format })).rejects.toThrow(why)
      await expect(report(suite, { from: folder, format })).rejects.toMatchObject({ exitCode: 2 })
      expect(readdirSync(folder).toSorted()).toEqual(['badge.svg', 'report.html', 'report.json'])
      expect(readFileSync(join(folder, 'report.html'), 'utf8')).toBe('old')
    },
  )
  test('one that is not there, and one that is too long', async (context) => {
    const folder = createFreshFolder(context, { 'long.json': '' })
    truncateSync(join(folder, 'long.json'), 257 * 2 ** 20)
    const from = (name: string) => report(suite, { from: join(folder, name), format: ['html'] })
    await expect(from('gone.json')).rejects.toThrow(
      /gone\.json can't be read as a report: there is no such file/,
    )
    await expect(from('long.json')).rejects.toThrow(/larger than 256 MiB/)
  })
  test('the history is for the Allure page', async () => {
    await expect(report(suite, { from: 'x', format: [], allureHistory: 'h' })).rejects.toThrow(
      /leave out --from/,
    )
  })
})

describe('conformance verify', () => {
  const verified = async (context: Parameters<typeof createFreshFolder>[0], content: Report) => {
    const folder = createFreshFolder(context, {})
    writeFileSync(join(folder, 'report.json'), JSON.stringify(content))
    return await verify(suite, folder, {})
  }
  test('0 for what a run wrote, whatever its verdict', async (context) => {
    expect(await verified(context, stored)).toBe(0)
    expect(printed).toContain('verifies: not-conformant, http://127.0.0.1:8080')
  })
  test('1 for what was changed, with each reason on a line', async (context) => {
    expect(await verified(context, withDigest({ ...stored, exitCode: 0, excluded: [] }))).toBe(1)
    expect(printed).toContain('\n  its exit code is 0, but by its verdicts 1\n')
    expect(printed).toContain('\n  excluded is not that of these rules\n')
  })
  test('1 for the rules of another version, with the command that checks it', async (context) => {
    const older = { ...stored, suite: { ...stored.suite, version: '0.0.9', catalogueHash: 'f'.repeat(64) } }
    expect(await verified(context, withDigest(older))).toBe(1)
    expect(printed).toContain('npx -p auth-api-conformance@0.0.9 conformance verify')
  })
  test('2 for what is no report', async (context) => {
    const folder = createFreshFolder(context, { 'a.json': '[]' })
    await expect(verify(suite, join(folder, 'a.json'), {})).rejects.toMatchObject({ exitCode: 2 })
  })
  test('as JSON', async (context) => {
    const folder = createFreshFolder(context, { 'report.json': changed })
    expect(await verify(suite, folder, { json: true })).toBe(1)
    expect(JSON.parse(printed)).toMatchObject({ verified: false, problems: [{ kind: 'changed' }, {}] })
  })
})
