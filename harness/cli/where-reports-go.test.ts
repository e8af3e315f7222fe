import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../reports/report.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { runConformance } from '../testing/run-program.ts'

const whole = 'conformance-report/report.json'
const part = 'conformance-report/partial/report.json'

test('a run that judges nothing leaves no report of an earlier one in its place', async (context) => {
  const old = JSON.stringify({ schemaVersion: '1.0', suite: { name: 'auth-api-conformance' } })
  const cwd = createFreshFolder(context, { [whole]: old, 'conformance-report/notes.txt': 'mine' })
  const left = () => readdirSync(join(cwd, 'conformance-report')).toSorted()
  const unreachable = await runConformance(['--base-url', 'http://127.0.0.1:1'], { cwd })
  expect([unreachable.exitCode, left()]).toEqual([6, ['notes.txt', 'previous']])
  expect(readFileSync(join(cwd, 'conformance-report/previous/report.json'), 'utf8')).toBe(old)

  writeFileSync(join(cwd, whole), old)
  writeFileSync(join(cwd, 'conformance.yaml'), 'acounts: {}')
  const misdeclared = await runConformance([], { cwd })
  expect([misdeclared.exitCode, left()]).toEqual([2, ['notes.txt', 'previous']])
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

  // As the line says, and without its last word: the report tells that the bundled server was judged.
  for (const words of [['--bundled'], []]) {
    const replayed = await run('replay', one.id, '--from', part, ...words)
    expect(replayed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^partial: the bundled reference server at http:/),
    })
    expect(cases(part)).toEqual(all)
    expect(cases('conformance-report/partial/partial/report.json')).toEqual([one.id])
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
