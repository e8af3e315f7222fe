import { expect, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { program, reportIn, runConformance } from '../../testing/run-program.ts'
import type { Suite } from '../suite.ts'
import { casesOfFailed } from './failed.ts'
import { UsageError } from '../../subject/subject-error.ts'

const start = (words: string) =>
  JSON.stringify({
    start: {
      command: `'${process.execPath}' '${program('reference-server')}' start --port 0 --fast-hash ${words}`,
    },
    accounts: { plain: { username: 'ada', password: 'Grüße & Küsse = 100% +1' } },
  })
const idsOf = ({ requirements }: Report, verdicts: readonly string[]) =>
  requirements.flatMap(({ cases }) =>
    cases.filter((one) => verdicts.includes(one.verdict)).map(({ id }) => id),
  )

test('--failed and replay judge only what failed, by seed and runs of the last report', async (context) => {
  const cwd = createFreshFolder(context, {
    'wrong.json': start('--defect password-not-checked-in-forms'),
    'fixed.json': start(''),
  })
  const run = (...words: string[]) => runConformance(words, { cwd })
  const scope = ['--only', 'login', '--seed', '7', '--runs', '2', '--out', 'conformance-report', '--quiet']
  expect(await run('--config', 'wrong.json', ...scope)).toMatchObject({ exitCode: 1 })
  const failed = idsOf(reportIn(cwd, 'conformance-report'), ['fail', 'error', 'inconclusive', 'untested'])
  expect(failed.length).toBeGreaterThan(0)

  expect(await run('--failed'), 'no other server in its place').toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('say which server to judge'),
  })
  expect(await run('--config', 'fixed.json', '--failed')).toMatchObject({ stderr: '' })
  const again = reportIn(cwd, 'conformance-report/partial')
  expect(idsOf(again, ['pass', 'fail', 'error', 'inconclusive', 'untested'])).toEqual(failed)
  expect(again).toMatchObject({ seed: 7, runs: 2, exitCode: 0, conclusion: 'partial' })
  expect(idsOf(again, ['fail'])).toEqual([])

  const replayed = await run('replay', '--config', 'wrong.json')
  expect(replayed).toMatchObject({ exitCode: 1, stderr: '' })
  const failures = idsOf(reportIn(cwd, 'conformance-report'), ['fail', 'error', 'inconclusive'])
  expect(idsOf(reportIn(cwd, 'conformance-report/partial'), ['fail'])).toEqual(failures)
})

test('where all passed there is nothing to judge again: 3', async (context) => {
  const cwd = createFreshFolder(context)
  const run = (...words: string[]) => runConformance(words, { cwd })
  const words = ['--bundled', '--out', 'conformance-report', '--only', 'login.json', '--quiet']
  expect(await run(...words)).toMatchObject({ exitCode: 0 })
  expect(await run('--failed')).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining('nothing to judge again'),
  })
  expect(await run('--failed', '--repeat', '2'), 'as often as you like').toEqual({
    exitCode: 3,
    stdout: 'Run 1 of 2: no report, exit code 3\n',
    stderr: '',
  })
  expect(await run('replay')).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining('Nothing failed'),
  })
})

test('without a last report --failed names what is missing', async (context) => {
  const cwd = createFreshFolder(context)
  expect(await runConformance(['--failed'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('conformance-report/report.json'),
  })
})

/** A suite with three cases, and one that looks back on the whole run. */
const suite = {
  version: '1',
  requirements: new Map(['login.json', 'refusal.no-5xx'].map((id) => [id, {}])),
  loadCases: async () =>
    new Map([
      ['login.json/a', { needs: [] }],
      ['login.json/b', { needs: [] }],
      ['login.json/c', { needs: [] }],
      ['refusal.no-5xx/run', { needs: ['seen'] }],
    ]),
} as unknown as Suite

test('what looks back on the run takes the run along, and a case of another version is a usage error', async () => {
  const report = (second: string) =>
    ({
      requirements: [
        { id: 'login.json', cases: [{ id: 'login.json/a', verdict: 'pass' }] },
        { id: 'refusal.no-5xx', cases: [{ id: second, verdict: 'fail' }] },
      ],
    }) as Report
  const all = { only: [], skip: [] }
  expect(await casesOfFailed(suite, report('refusal.no-5xx/run'), all)).toEqual([
    'login.json/a',
    'refusal.no-5xx/run',
  ])
  await expect(casesOfFailed(suite, report('refusal.no-5xx/old'), all)).rejects.toThrow(UsageError)
  const skip = { only: [], skip: ['refusal'] }
  expect(await casesOfFailed(suite, report('refusal.no-5xx/run'), skip)).toEqual([])
})

test('after an interrupted run, what did not run is judged too, but nothing that looks back on the whole', async () => {
  const leftOut = (id: string, reason = 'the run was interrupted') => ({ case: id, reason })
  const report = {
    requirements: [
      {
        id: 'login.json',
        cases: [{ id: 'login.json/a', verdict: 'pass' }],
        leftOut: [leftOut('login.json/b'), leftOut('login.json/c', 'the declaration has no such account')],
      },
      { id: 'refusal.no-5xx', cases: [], leftOut: [leftOut('refusal.no-5xx/run')] },
    ],
  } as unknown as Report
  expect(await casesOfFailed(suite, report, { only: [], skip: [] })).toEqual(['login.json/b'])
})
