import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report, ReportedCase, Verdict } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { UsageError } from '../../subject/subject-error.ts'
import { chooseCases, replay, replaysOf, includePrerequisites } from './replay.ts'
import type { Need } from '../../engine/case/tools.ts'
import type { Suite } from '../suite.ts'

const reported = (id: string, verdict: Verdict, rest: Partial<ReportedCase> = {}) =>
  ({ id, verdict, ...rest }) as ReportedCase
const counterexample = { seed: 4, path: '3:0', replayPath: 'AAAB:F', runs: 9, shrinks: 1, recipe: 'x' }

const report = {
  reproduce: 'npx conformance --base-url http://one.example --seed 1',
  subject: { baseUrl: 'http://one.example' },
  requirements: [
    {
      id: 'login.json',
      cases: [
        reported('login.json/a', 'pass'),
        reported('login.json/b', 'fail', { counterexample }),
        reported('login.json/c', 'inconclusive'),
      ],
    },
    { id: 'users.json', cases: [reported('users.json/a', 'pass'), reported('users.json/b', 'untested')] },
    { id: 'token.bearer', cases: [] },
  ],
} as unknown as Report

const ids = (word: string) => chooseCases(report, word).map(({ id }) => id)

test('a case by its id, whatever its verdict', () => {
  expect(ids('login.json/a')).toEqual(['login.json/a'])
})

test('of a requirement the cases that failed; all where none did', () => {
  expect(ids('login.json')).toEqual(['login.json/b'])
  expect(ids('users.json')).toEqual(['users.json/a', 'users.json/b'])
})

test('a word that names nothing is a usage error with the nearest that does', () => {
  expect(() => ids('login.jsn')).toThrow('did you mean login.json?')
  expect(() => ids('xyzzy')).toThrow('"xyzzy"; without a name, all that failed is replayed')
  expect(() => ids('token.bearer')).toThrow('it was not run')
})

test('with a case that looks back on the run goes all that was run, whatever else is replayed', () => {
  const known = new Map<string, { needs: Need[] }>([['users.json/a', { needs: ['seen'] }]])
  const replayed = (word: string) =>
    includePrerequisites(chooseCases(report, word), report, known).map(({ id }) => id)
  const all = ['login.json/a', 'login.json/b', 'login.json/c', 'users.json/a', 'users.json/b']
  expect(replayed('users.json/a')).toEqual(all)
  expect(replayed('users.json')).toEqual(all)
  expect(replayed('users.json/b')).toEqual(['users.json/b'])
})

test('the shrunk input goes with its case', () => {
  expect(replaysOf(chooseCases(report, 'login.json'))).toEqual({
    'login.json/b': { seed: 4, path: '3:0', replayPath: 'AAAB:F' },
  })
})

test.each([
  ['no such file', '{}', 'other.json'],
  ['a report that was cut off', '{"schemaVersion":"1.0","requirem', 'report.json'],
])('%s is a usage error', async (_, text, name) => {
  const from = join(createFreshFolder({ onTestFinished }, { 'report.json': text }), name)
  const suite = { version: '1' } as Suite
  await expect(
    replay(suite, ['login.json'], { from, out: '', slow: false, quiet: false, json: false }),
  ).rejects.toThrow(UsageError)
})
