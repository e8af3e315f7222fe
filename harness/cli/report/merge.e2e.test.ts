import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { reportIn, runConformance } from '../../testing/run-program.ts'

const verdictsOf = ({ requirements }: Report) =>
  requirements.flatMap(({ id, verdict, cases }) => [
    [id, verdict],
    ...cases.map((one) => [one.id, one.verdict]),
  ])

test('shards merged are what one run is: verdicts, conclusion, observations; and the report verifies', async (context) => {
  const cwd = createFreshFolder(context)
  const scope = ['--bundled', '--runs', '1', '--seed', '3', '--only', 'login,session,refusal,users,observe']
  const run = (...words: string[]) => runConformance(words, { cwd })
  expect(await run(...scope, '--out', 'whole', '--quiet')).toMatchObject({ exitCode: 0 })
  for (const index of [1, 2, 3])
    expect(await run(...scope, '--shard', `${index}/3`, '--quiet')).toMatchObject({ exitCode: 0, stderr: '' })
  const folders = [3, 1, 2].map((index) => `conformance-report/shard-${index}-of-3`)
  const merged = await run('merge', ...folders, '--format', 'json,junit,html', '--quiet')
  expect(merged).toMatchObject({ exitCode: 0, stderr: '' })

  const [whole, all] = [reportIn(cwd, 'whole'), reportIn(cwd)]
  expect(verdictsOf(all)).toEqual(verdictsOf(whole))
  expect(all.totals).toEqual(whole.totals)
  expect(all.conclusion).toBe(whole.conclusion)
  expect(all.reproduce).toBe(whole.reproduce)
  const answered = ({ observations }: Report) =>
    observations.filter(({ answer }) => answer !== null).map(({ id }) => id)
  expect(answered(all)).toEqual(answered(whole))
  expect(all.shard).toBeUndefined()
  expect(all.requirements[0]?.cases[0]?.replay).toContain('--from conformance-report/report.json')

  const parts = folders.map((folder) => reportIn(cwd, folder).requirements.map(({ id }) => id))
  expect(parts.every((ids) => ids.length < whole.requirements.length)).toBe(true)

  const [folder = ''] = folders
  const changed = reportIn(cwd, folder)
  changed.seed = 4
  writeFileSync(join(cwd, folder, 'report.json'), JSON.stringify(changed))
  const rejected = await run('merge', ...folders, '--out', 'other')
  expect(rejected).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('does not verify') })
})

test.each([
  [
    'a clock that all would move',
    'clock: { kind: control, url: "http://127.0.0.1:9/control" }',
    'clock.kind control',
  ],
  ['a limit too small', 'limits: { failedLogins: 3 }', 'limits.failedLogins is 3, too few for 4 shards'],
])('%s is a usage error before anything is sent', async (_name, part, message) => {
  const { onTestFinished } = await import('vitest')
  const cwd = createFreshFolder(
    { onTestFinished },
    { 'conformance.yaml': `baseUrl: http://127.0.0.1:9\n${part}\n` },
  )
  const ended = await runConformance(['--shard', '1/4'], { cwd })
  expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) })
})
