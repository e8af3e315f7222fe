import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { ordinaryEnv, runConformance } from '../../testing/run-program.ts'
import { bundledOnlyOnRequest } from './read-given.ts'

const { CI: _, ...env } = ordinaryEnv()
const oneCase = ['--only', 'login.json', '--runs', '1']

test('CI counts as set by any value but an empty one, 0 and false', () => {
  const set = ['true', '1', 'yes', 'woodpecker'].map((CI) => bundledOnlyOnRequest({ CI }))
  expect(new Set(set)).toEqual(new Set(['CI is set']))
  for (const CI of [undefined, '', '0', 'false', 'False'])
    expect(bundledOnlyOnRequest({ CI }, { strict: false })).toBeUndefined()
})

describe.concurrent('without a declaration', () => {
  test.for<[words: string[], ci: string, because: string]>([
    [[], 'true', 'CI is set'],
    [['doctor'], 'true', 'CI is set'],
    [['--strict'], '', '--strict is given'],
    [['--require-complete'], '', '--require-complete is given'],
    [['--baseline', 'known.yaml'], '', '--baseline is given'],
  ])('%j with CI=%s ends with 2 and judges nothing', async ([words, CI, because], context) => {
    const cwd = createFreshFolder(context, { 'known.yaml': '[]' })
    const ended = await runConformance(words, { cwd, env: { ...env, CI } })
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain(`in ${cwd}; pass a declaration with --config`)
    expect(ended.stderr).toContain(`When ${because}, the bundled reference server is judged only with`)
    expect(existsSync(join(cwd, 'conformance-report'))).toBe(false)
  })

  test('--bundled judges the bundled server in CI, with any gate, and whatever lies in the folder', async (context) => {
    const cwd = createFreshFolder(context, { 'conformance.yaml': 'baseUrl: http://127.0.0.1:1' })
    const words = ['--bundled', '--strict', '--require-complete', '--quiet', ...oneCase]
    expect(await runConformance(words, { cwd, env: { ...env, CI: 'true' } })).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
  })

  test('outside CI the bundled server is judged unasked; even --quiet names it', async (context) => {
    const cwd = createFreshFolder(context)
    const { exitCode, stdout } = await runConformance(['--quiet', ...oneCase], { cwd, env })
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^partial: the bundled reference server at http:\/\/127\.0\.0\.1:\d+\n$/)
  })
})

test.for([
  ['--config', 'x.yaml', "error: option '--bundled' cannot be used with option '--config <file>'"],
  [
    '--base-url',
    'http://127.0.0.1:1',
    "error: option '--bundled' cannot be used with option '--base-url <url>'",
  ],
])('--bundled with %s is rejected', async ([option, value, message], context) => {
  const cwd = createFreshFolder(context)
  const ended = await runConformance(['--bundled', option!, value!], { cwd, env })
  expect(ended.exitCode).toBe(2)
  expect(ended.stderr).toContain(message)
})
