import { expect, test, vi } from 'vitest'
import { judge } from './testing/conformance.ts'
import { smallServer } from './testing/small-server.ts'

vi.setConfig({ testTimeout: 120_000 })

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
  expect(stdout).not.toMatch(/small-Server-31|Bearer [\da-f-]{36}/)
})

test('one that lives to the end is told without its output', async () => {
  const { file, port, declared } = await smallServer()
  const start = {
    command: `exec {node} ${file}`,
    readyUrl: `${declared.baseUrl}/`,
    env: { PORT: String(port) },
  }
  const { report } = await judge({ ...declared, start }, ['--only', 'users'])

  expect(report.notes.filter((note) => note.includes('output'))).toEqual([])
})
