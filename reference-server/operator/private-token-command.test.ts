import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createData } from '../server/data.ts'
import { readPrivateTokenCommand } from './private-token-command.ts'

const data = mkdtempSync(join(tmpdir(), 'private-token-command-'))
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(data, { recursive: true })
})

test('it makes and shows the token, with the changes named', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await readPrivateTokenCommand(['private-token', 'create', 'eve', '--data', data])?.()
  await readPrivateTokenCommand(['private-token', 'show', `--data=${data}`, 'eve'])?.()
  const token = `${createData({ dataDir: data }).privateTokens.ofUser('eve')?.token}\n`
  expect(printed.mock.calls).toEqual([[token], [token]])
  const changed = readPrivateTokenCommand(['private-token', 'show', 'eve', '--data', data, '--defect', 'x'])
  await expect(changed?.()).rejects.toThrow('there is no defect "x"')
})

test.each([
  [['start', '--data', data]],
  [['user', 'add', 'eve', '--data', data]],
  [['private-token']],
  [['private-token', 'help', 'show']],
  [['--data', data, 'private-token', 'show', 'eve']],
  [['private-token', 'show', '--data', data]],
  [['private-token', 'show', 'eve']],
  [['private-token', 'show', 'eve', '--data']],
  [['private-token', 'show', 'eve', '--data', '']],
  [['private-token', 'show', 'eve', '--data', '--defect', 'x']],
  [['private-token', 'show', 'eve', 'ada', '--data', data]],
  [['private-token', 'show', 'eve', '--data', data, '--help']],
  [['private-token', 'show', 'eve', '--data', data, '--fast-hash']],
])('%j is left to the part that explains', (args) => {
  expect(readPrivateTokenCommand(args)).toBeUndefined()
})
