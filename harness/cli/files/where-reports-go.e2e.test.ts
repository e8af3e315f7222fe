import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { runConformance } from '../../testing/run-program.ts'

const whole = 'conformance-report/report.json'
const part = 'conformance-report/partial/report.json'

test('a run that judges nothing leaves no report of an earlier one in its place', async (context) => {
  const old = JSON.stringify({ schemaVersion: '1.0', suite: { name: 'auth-api-conformance' } })
  const cwd = createFreshFolder(context, { [whole]: old, 'conformance-report/notes.txt': 'mine' })
  const left = () => readdirSync(join(cwd, 'conformance-report')).toSorted()
  const unreachable = await runConformance(['--base-url', 'http://127.0.0.1:1'], { cwd })
  expect([unreachable.exitCode, left()]).toEqual([6, ['notes.txt', 'previous']])
  expect(readFileSync(join(cwd, 'conformance-report/previous/report.json'), 'utf8')).toBe(old)
})

test.for([
  ['an unknown field', ['--config', 'misspelt.yaml']],
  ['a missing baseline', ['--bundled', '--baseline', 'none.yaml']],
  ['an unknown format', ['--bundled', '--format', 'pdf']],
  ['a start command that is not there', ['--config', 'start.yaml']],
  ["a missing baseline of a client's", ['client', '--baseline', 'none.yaml']],
  ['a program that is not there', ['client', '--', '/nonexistent/x']],
  ['an adapter that is not there', ['client']],
] as const)('%s does not cost the report of the last run', async ([, args], context) => {
  const old = JSON.stringify({ schemaVersion: '1.0', suite: { name: 'auth-api-conformance' } })
  const cwd = createFreshFolder(context, {
    [whole]: old,
    'misspelt.yaml': 'acounts: {}',
    'start.yaml': 'start: { command: no-such-program }',
    'client.yaml': 'command: no-such-program',
  })
  expect(await runConformance([...args], { cwd })).toMatchObject({ exitCode: 2 })
  expect(readFileSync(join(cwd, whole), 'utf8')).toBe(old)
})

test('a part of a run takes no place of the whole, nor a replay of what it replays', async (context) => {
  const cwd = createFreshFolder(context, { [whole]: 'as it was' })
  const run = (...args: string[]) => runConformance([...args, '--quiet'], { cwd })
  const read = (file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Report
  const cases = (file: string) => read(file).requirements.flatMap(({ cases }) => cases.map(({ id }) => id))

  const first = await run('--bundled', '--only', 'login.json', '--runs', '1')
  expect(first).toMatchObject({ exitCode: 0, stderr: '' })
  const all = cases(part)
  const one = read(part).requirements[0]!.cases[0]!
  expect(one.replay).toBe(`npx conformance replay ${one.id} --from ${part} --bundled`)

  // Runs the suggested line, also without its last word: the report says that the bundled server was judged.
  for (const words of [['--bundled'], []]) {
    const replayed = await run('replay', one.id, '--from', part, ...words)
    expect(replayed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^partial: the bundled reference server at http:/),
    })
    expect(cases(part)).toEqual(all)
    const again = 'conformance-report/partial/partial/report.json'
    expect(cases(again)).toEqual([one.id])
    expect(read(again).reproduce).toBe(`npx conformance replay ${one.id} --bundled --from ${part}`)
  }
  expect(existsSync(join(cwd, 'conformance-report/partial/partial/previous/report.json'))).toBe(true)

  const copy = join(cwd, 'copy.json')
  writeFileSync(copy, readFileSync(join(cwd, part)))
  expect(await run('replay', one.id, '--from', copy)).toMatchObject({ exitCode: 0 })
  expect(cases(part)).toEqual([one.id])
  expect(cases('conformance-report/partial/previous/report.json')).toEqual(all)
  expect(readFileSync(join(cwd, whole), 'utf8')).toBe('as it was')
})

test('replay reads the report of the last whole run unless another is named', async (context) => {
  const cwd = createFreshFolder(context)
  expect(await runConformance(['replay', 'login.json'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^conformance-report\/report\.json can't be read as a report/),
  })
})

test('where the last run ended without a report, the message names that of the run before', async (context) => {
  const cwd = createFreshFolder(context)
  const missing = await runConformance(['baseline', 'update'], { cwd })
  expect(missing.stderr).toBe(
    "conformance-report/report.json can't be read as a report: there is no such file; run conformance first, or name another report\n",
  )

  mkdirSync(join(cwd, 'conformance-report/previous'), { recursive: true })
  writeFileSync(join(cwd, 'conformance-report/previous/report.json'), '{}')
  expect(await runConformance(['baseline', 'update'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr:
      "conformance-report/report.json can't be read as a report: there is no such file; the run before left conformance-report/previous/report.json\n",
  })
})

test.for([
  ['diff', 'REPORT', 'other.json'],
  ['baseline', 'update', '--from', 'REPORT'],
  ['report', '--from', 'REPORT', '--format', 'html'],
  ['verify', 'REPORT'],
  ['merge', 'REPORT'],
  ['open', 'REPORT'],
  ['replay', '--from', 'REPORT', '--bundled'],
])('%s: a path that can not be followed is the fault of who gave it', async (words, context) => {
  const cwd = createFreshFolder(context, { 'other.json': '{}' })
  symlinkSync('loop.json', join(cwd, 'loop.json'))
  for (const [report, reason] of [
    ['other.json/report.json', 'a part of the path is a file, not a folder'],
    ['loop.json', 'a link in the path leads back to itself'],
  ] as const) {
    const args = words.map((word) => (word === 'REPORT' ? report : word))
    const { exitCode, stderr } = await runConformance(args, { cwd })
    const said =
      words[0] === 'open' ? 'is not there: run conformance first' : `can't be read as a report: ${reason}`
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${report} ${said}`)])
  }
})
