import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, judge } from './testing/conformance.ts'
import { smallServer } from './testing/small-server.ts'

test('a server that dies during the run is told with its last output, without a credential that it printed', async () => {
  const { file, port, declared } = await smallServer()
  const start = {
    command: `exec {node} ${file}`,
    readyUrl: `${declared.baseUrl}/`,
    env: { PORT: String(port), DIES_AFTER: '12' },
  }
  const { report, having, exitCode, stdout } = await judge({ ...declared, start }, [
    '--only',
    'login',
    'users',
  ])

  expect(having('fail')).toEqual([])
  expect(exitCode).toBe(3)
  expect(report.notes).toContain('the server ended during the run (exit code 3); its last output:')
  expect(report.notes).toContainEqual(expect.stringMatching(/^\| boom while handling /))
  expect(stdout).toContain('| boom while handling ')
  const [asked] = report.cutOff ?? []
  expect(asked).toMatchObject({ request: expect.stringMatching(/^(GET|POST) \//), by: expect.any(String) })
  expect(stdout).toContain(`(exit code 3), before it answered ${asked?.request} (${asked?.by})`)
  expect(stdout).not.toMatch(/small-Server-31|Bearer [\da-f-]{36}/)
})

test('one that dies within the sequences, which forget their tokens, is told without those that it printed, and is incomplete', async () => {
  const { file, port, declared } = await smallServer()
  const start = {
    command: `exec {node} ${file}`,
    readyUrl: `${declared.baseUrl}/`,
    env: { PORT: String(port), LOGS: 'yes', DIES_AFTER: '97' },
  }
  const only = ['--only', 'login.json', '--skip', 'observe']
  const { report, folder, stdout, exitCode, having } = await judge({ ...declared, start }, [
    '--runs',
    '40',
    ...only,
  ])

  // No case is inconclusive: rules that the sequences don't reach are left out.
  expect([having('inconclusive'), exitCode, report.exitCode]).toEqual([[], 3, 3])
  expect(report).toMatchObject({ complete: false, subjectEnded: 'exit code 3', conclusion: 'partial' })
  expect(stdout).toMatch(
    /Partial: .* The server ended during the run \(exit code 3\)(, before it answered [^;]+)?; what came after could not be judged/,
  )
  expect(report.notes).toContainEqual(expect.stringMatching(/^\| boom while handling /))
  const bearers = report.notes.filter((note) => note.startsWith('| asked Bearer '))
  expect(bearers.length).toBeGreaterThan(0)
  expect(new Set(bearers)).toEqual(new Set(['| asked Bearer *** ']))
  const written = filesBelow(join(folder, 'conformance-report')).map((path) => readFileSync(path, 'utf8'))
  expect([stdout, ...written].join('\n')).not.toMatch(/asked Bearer [\da-f]{6}/)
})

test('one that lives to the end is told without its output', async () => {
  const { file, port, declared } = await smallServer()
  const start = {
    command: `exec {node} ${file}`,
    readyUrl: `${declared.baseUrl}/`,
    env: { PORT: String(port) },
  }
  const { report, exitCode } = await judge({ ...declared, start }, ['--only', 'users'])

  expect([exitCode, report.complete, report.subjectEnded]).toEqual([0, true, undefined])
  expect(report.notes.filter((note) => note.includes('output'))).toEqual([])
})
