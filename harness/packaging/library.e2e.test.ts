import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../testing/run-program.ts'
import { createConsumer, createOpenFolder, packInto, writeFiles } from './testing/consumer.ts'

// The library as users have it: installed from the tarball, in their own test runners.
const hasRegistry = process.env['REQUIRE_REGISTRY'] === '1' || spawnSync('npm', ['ping']).status === 0
let folder: string
let project: string

beforeAll(async () => {
  folder = createOpenFolder()
  const runners = hasRegistry ? ['jest@30', 'allure-vitest@3'] : []
  project = await createConsumer(folder, 'runners', [await packInto(folder), ...runners])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that breaks one rule, so that one test fails. */
const declared = JSON.stringify({
  start: {
    command:
      'npx --no-install reference-server start --port 0 --control-port 0 --debug --fast-hash --defect token-as-private-token-on-newer-list',
  },
  accounts: { plain: { username: 'ada', password: 'Grüße & Küsse = 100% +1' } },
  clock: { kind: 'control' },
})
const chosen = `{ config: ${declared}, only: ['token.bearer', 'token.not-token-scheme', 'mfa.old-code-refused'], strict: true, seed: 1 }`
const failing = 'token.not-token-scheme: on the v1 list'

describe('node:test', () => {
  test.for([
    [
      'modules',
      'own.test.mjs',
      "import test from 'node:test'\nimport { cases, judge } from 'auth-api-conformance'",
    ],
    [
      'CommonJS',
      'own.test.cjs',
      "const test = require('node:test')\nconst { cases, judge } = require('auth-api-conformance')",
    ],
  ])('%s: one test fails, the others pass', async ([, file = '', head = '']) => {
    writeFiles(project, {
      [file]: `${head}
        const all = cases(${chosen})
        test.before(all.setUp)
        test.after(all.tearDown)
        for (const one of all) test(one.title, one.run)
        test('the report', async () => {
          const { conclusion } = await judge(${chosen})
          if (conclusion !== 'not-conformant') throw new Error(conclusion)
        })`,
    })
    const { exitCode, stdout } = await runProgram(process.execPath, ['--test', '--test-reporter=tap', file], {
      cwd: project,
    })
    expect(exitCode).toBe(1)
    expect(stdout.match(/^not ok .*$/gm)).toEqual([expect.stringContaining(failing)])
    expect(stdout).toMatch(/^# pass 20$/m)
    expect(stdout).toMatch(/^# skipped 4$/m)
    expect(stdout).toContain('does not give access to the user list')
  })
})

describe.runIf(hasRegistry)('runners of the user', () => {
  test('jest: one test fails, the others pass', async () => {
    writeFiles(join(project, 'jest'), {
      'package.json': '{ "private": true }',
      'own.test.js': `
        const { cases } = require('auth-api-conformance')
        jest.setTimeout(60_000)
        const all = cases(${chosen})
        beforeAll(all.setUp)
        afterAll(all.tearDown)
        for (const one of all) test(one.title, one.run)`,
    })
    const { exitCode, stderr } = await runProgram(
      join(project, 'node_modules/.bin/jest'),
      ['--rootDir', 'jest'],
      {
        cwd: project,
      },
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`● ${failing}`)
    expect(stderr).toMatch(/Tests: +1 failed, 23 passed, 24 total/)
  })

  test('vitest, with allure-vitest as its reporter', async () => {
    writeFiles(join(project, 'vitest'), {
      'vitest.config.mjs': `export default { test: {
        testTimeout: 60_000, setupFiles: ['allure-vitest/setup'],
        reporters: ['default', ['allure-vitest/reporter', { resultsDir: 'allure-results' }]] } }`,
      'own.test.mjs': `
        import { afterAll, beforeAll, describe, test } from 'vitest'
        import { cases } from 'auth-api-conformance'
        const all = cases(${chosen})
        beforeAll(all.setUp)
        afterAll(all.tearDown)
        describe.concurrent('conformance', () => { for (const one of all) test(one.title, one.run) })`,
    })
    const cwd = join(project, 'vitest')
    const { exitCode, stdout } = await runProgram(join(project, 'node_modules/.bin/vitest'), ['run'], { cwd })
    expect(exitCode).toBe(1)
    expect(stripVTControlCharacters(stdout)).toContain('1 failed | 19 passed | 4 skipped')
    const results = readdirSync(join(cwd, 'allure-results'))
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => JSON.parse(readFileSync(join(cwd, 'allure-results', name), 'utf8')) as Allure)
    expect(results.filter(({ status }) => status === 'skipped')).toHaveLength(4)
    expect(results).toHaveLength(24)
    expect(results.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([failing])
  })
})

interface Allure {
  name: string
  status: string
}
