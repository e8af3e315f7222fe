import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../../harness/testing/fresh-folder.ts'
import { runConformance } from '../../../harness/testing/run-program.ts'
import { referenceDeclaration } from './reference-declaration.ts'
import { judgeGroup } from './judge-group.ts'
import { readListedChanges } from './listed-changes.ts'
import type { Planned } from './plan.ts'
import { shareOf } from '../../../harness/engine/schedule/share-of.ts'
import { createTasks } from './tasks.ts'
import { createWorkers } from './workers.ts'

const workers = createWorkers(1)
afterAll(() => workers.stop())

test('a defect that is caught, a variation that is spared and a server that answers nothing are as expected', async (context) => {
  const cwd = createFreshFolder(context)
  const args = [
    'self-test',
    '--only',
    'signature-empty-taken',
    'list-one-to-a-page',
    'closing',
    '--runs',
    '1',
  ]
  const { exitCode, stdout } = await runConformance(args, { cwd })
  expect([exitCode, stdout]).toEqual([0, 'self-test: 5 runs, each judged as expected (seed 1)\n'])
})

test('among defects in one server, one that the suite does not catch is found, and so is one that breaks more than it lists', async () => {
  const listed = await readListedChanges()
  const { tasks, judge } = createTasks(listed, { seed: 1, runs: 1, workers, waiting: workers })
  const plannedAs = (name: string): Planned => {
    const { planned } = tasks.find((task) => task.name === name) ?? {}
    if (!planned) throw new Error(`there is no ${name}`)
    return planned
  }
  const caught = plannedAs('signature-empty-taken')
  const noDefect = { ...plannedAs('seed-not-spent'), changed: { mode: {}, defects: [] } }
  const slides = plannedAs('token-slides-on-newer-list')
  const listsLess = {
    ...slides,
    changed: { mode: {}, defects: [...(slides.changed.defects ?? []), 'code-any'] },
  }
  const { findings, split } = await judgeGroup([caught, noDefect, listsLess], judge)
  expect(split).not.toEqual([])
  expect(findings.map(({ name, mismatches }) => [name, mismatches.length > 0])).toEqual([
    ['signature-empty-taken', false],
    ['seed-not-spent', true],
    ['token-slides-on-newer-list', true],
  ])
})

test('a part of the defects, several in one server, is judged as expected', async (context) => {
  const cwd = createFreshFolder(context)
  const args = ['self-test', '--only', 'defects', '--shard', '42/60', '--runs', '1']
  const { exitCode, stdout } = await runConformance(args, { cwd })
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/^self-test: \d+ runs( for \d+ changes)?, each judged/),
  ])
})

test('a name that nothing has is rejected with the nearest one', async (context) => {
  const args = ['self-test', '--only', 'token-slide']
  const { exitCode, stderr } = await runConformance(args, { cwd: createFreshFolder(context) })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('did you mean token-slides?')])
})

test('the parts of a self-test hold everything once', () => {
  const all = ['a', 'b', 'c', 'd', 'e']
  const parts = [1, 2, 3].map((index) => shareOf(all, { index, count: 3 }))
  expect(parts).toEqual([['a', 'd'], ['b', 'e'], ['c']])
})

test.for(['0/2', '3/2', '1', 'a/b', '1/0'])('the part %s is rejected', async (part, context) => {
  const args = ['self-test', '--shard', part]
  const { exitCode, stderr } = await runConformance(args, { cwd: createFreshFolder(context) })
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('It must be i/n, such as 1/4')])
})

describe('the self-test, without vitest and with a warm server, comes to what a run of the command comes to', () => {
  test.for<[string, string[]]>([
    ['the unchanged server', []],
    ['a server with a defect', ['token-of-form-login-lives-a-day']],
    ["a defect of the operator's command", ['second-creation-replaces']],
  ])('%s', async ([, defects], context) => {
    const declaration = referenceDeclaration({ mode: {}, defects })
    const direct = await workers.run({ changed: { mode: {}, defects }, seed: 3, runs: 1 })

    const cwd = createFreshFolder(context, { 'conformance.json': JSON.stringify(declaration) })
    const options = ['--config', join(cwd, 'conformance.json'), '--seed', '3', '--runs', '1', '--json']
    const { stdout } = await runConformance(options, { cwd })
    const report = JSON.parse(stdout) as Report

    expect(direct.ended && verdictsOf(Object.entries(direct.ended.verdicts))).toEqual(
      verdictsOf(report.requirements.map((one) => [one.id, one])),
    )
    const failed = report.requirements
      .flatMap(({ cases }) => cases)
      .filter(({ verdict }) => verdict === 'fail')
    expect(direct.ended?.failures.map((one) => one.case)).toEqual(failed.map(({ id }) => id))
    expect(direct.ended?.exitCode).toBe(report.exitCode)
  })
})

const verdictsOf = (all: [id: string, { verdict: string }][]): string[] =>
  all.map(([id, { verdict }]) => `${id}: ${verdict}`)
