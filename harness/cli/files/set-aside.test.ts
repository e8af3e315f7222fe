import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formats } from '../../../reports/formats.ts'
import { createSampleReport } from '../../../reports/testing/sample-report.ts'
import { packageFolder } from '../../subject/files/package-folder.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { createSecrets } from '../../wire/shown/masking.ts'
import { setAside } from './set-aside.ts'
import { writeArtifacts } from './write-artifacts.ts'

const sample = createSampleReport()
sample.suite.name = 'auth-api-conformance'
const written = ['allure-results', 'badge.json', 'badge.svg', 'junit.xml']
  .concat([
    'report.html',
    'report.json',
    'report.md',
    'report.sarif',
    'report.har',
    'report.intoto.json',
    'failures.http',
  ])
  .toSorted()

/** Creates a folder with the reports of a run. */
function folderOfRun(seed: number, these: readonly string[] = formats, out = fresh()): string {
  writeArtifacts({ ...sample, seed }, { out, formats: these, secrets: createSecrets() })
  return out
}

/** Higher than any process id on Linux. */
const noProcess = '99999999'
const fresh = () => createFreshFolder({ onTestFinished })
const seedIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { seed: number }).seed
const namesIn = (folder: string) => readdirSync(folder).toSorted()

test('all that a run left moves to previous/, which keeps one generation', () => {
  const out = folderOfRun(1)
  setAside(out)
  expect(namesIn(out)).toEqual(['previous'])
  expect(namesIn(join(out, 'previous'))).toEqual(written)

  folderOfRun(2, ['json', 'allure'], out)
  setAside(out)
  expect(namesIn(join(out, 'previous'))).toEqual(['allure-results', 'report.json'])
  expect(seedIn(join(out, 'previous'))).toBe(2)
})

test('where nothing was left, nothing happens: not even previous/ is touched', () => {
  const out = folderOfRun(1)
  setAside(out)
  setAside(out)
  expect(seedIn(join(out, 'previous'))).toBe(1)
  expect(() => setAside(join(out, 'not-there'))).not.toThrow()
})

test('the page that was built of the results goes with them', () => {
  const out = folderOfRun(1, ['allure'])
  mkdirSync(join(out, 'allure-report'))
  writeFileSync(join(out, 'allure-report/index.html'), 'x = {"reportName":"API conformance"}')
  setAside(out)
  expect(namesIn(out)).toEqual(['previous'])
})

test("a stranger's files of the same names are left alone, in the folder and in previous/", () => {
  const out = folderOfRun(1, ['json'])
  const strangers = {
    'junit.xml': '<testsuites name="mine"/>',
    'report.md': '# Mine',
    'badge.json': '{"label":"coverage"}',
    'notes.txt': 'mine',
  }
  for (const [name, text] of Object.entries(strangers)) writeFileSync(join(out, name), text)
  mkdirSync(join(out, 'allure-results'))
  writeFileSync(join(out, 'allure-results/a-result.json'), '{"name":"mine"}')
  mkdirSync(join(out, 'previous'))
  writeFileSync(join(out, 'previous/mine.txt'), 'mine')
  setAside(out)
  expect(namesIn(out)).toEqual(['allure-results', ...Object.keys(strangers), 'previous'].toSorted())
  expect(namesIn(join(out, 'previous'))).toEqual(['mine.txt', 'report.json'])
  for (const [name, text] of Object.entries(strangers))
    expect(readFileSync(join(out, name), 'utf8')).toBe(text)
})

test("a run that writes no Allure results leaves a stranger's where they are", () => {
  const out = fresh()
  mkdirSync(join(out, 'allure-results'))
  writeFileSync(join(out, 'allure-results/a-result.json'), '{"name":"mine"}')
  folderOfRun(1, ['json'], out)
  expect(namesIn(join(out, 'allure-results'))).toEqual(['a-result.json'])
})

test('what would take the place of a stranger in previous/ is rejected, and nothing is moved', () => {
  const out = folderOfRun(1, ['json', 'markdown'])
  mkdirSync(join(out, 'previous'))
  writeFileSync(join(out, 'previous/report.md'), '# Mine')
  expect(() => setAside(out)).toThrow(UsageError)
  expect(() => setAside(out)).toThrow(/report\.md was not written by a run.*another --out/)
  expect(seedIn(out)).toBe(1)
})

test.each([
  ['a file', (path: string) => writeFileSync(path, 'a file')],
  ['a link', (path: string) => symlinkSync('nowhere', path)],
])('where previous/ can not be made because there is %s, the reason is told', (_what, make) => {
  const out = folderOfRun(1, ['json'])
  make(join(out, 'previous'))
  expect(() => setAside(out)).toThrow('previous: it is a file, or a link to nothing, and not a folder')
  expect(seedIn(out)).toBe(1)
})

test('a move that was cut short goes on with the next run, and loses nothing', () => {
  const out = folderOfRun(1)
  setAside(out)
  folderOfRun(2, ['json', 'markdown', 'allure'], out)
  // As after a kill: the mark exists, and one file has moved.
  const earlier = fresh()
  folderOfRun(2, ['json'], earlier)
  mkdirSync(join(out, 'previous/.moving'))
  writeFileSync(join(out, 'previous/.moving', noProcess), '')
  writeFileSync(join(out, 'previous/report.json'), readFileSync(join(earlier, 'report.json')))
  writeFileSync(join(out, 'report.json'), 'not ours any more')
  setAside(out)
  expect(seedIn(join(out, 'previous'))).toBe(2)
  expect(namesIn(join(out, 'previous'))).toEqual(written)
  expect(readFileSync(join(out, 'previous/report.md'), 'utf8')).toContain('seed 2')
})

test('of runs that begin at once in one folder, the earlier report stays whole', async () => {
  const out = folderOfRun(1)
  setAside(out)
  folderOfRun(2, formats, out)
  const module = join(packageFolder(), 'dist/harness/cli/files/set-aside.js')
  const code = `const { setAside } = await import(${JSON.stringify(module)}); while (Date.now() < Number(process.argv[1])); setAside(process.argv[2])`
  const at = String(Date.now() + 1500)
  const ends = Array.from({ length: 6 }, () => {
    const args = ['--input-type=module', '-e', code, at, out]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    return new Promise((resolve) => child.once('exit', resolve))
  })
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0, 0, 0])
  expect(namesIn(out)).toEqual(['previous'])
  expect(namesIn(join(out, 'previous'))).toEqual(written)
  expect(seedIn(join(out, 'previous'))).toBe(2)
})

test('what another run wrote meanwhile is set aside too when this one writes', () => {
  const out = folderOfRun(1, ['json', 'sarif'])
  folderOfRun(2, ['json'], out)
  expect(namesIn(out)).toEqual(['previous', 'report.json'])
  expect([seedIn(out), seedIn(join(out, 'previous'))]).toEqual([2, 1])
  expect(existsSync(join(out, 'previous/report.sarif'))).toBe(true)
})

test('a dead link is no report of ours', () => {
  const out = fresh()
  symlinkSync('nowhere', join(out, 'report.json'))
  expect(() => setAside(out)).not.toThrow()
  expect(namesIn(out)).toEqual(['report.json'])
})
