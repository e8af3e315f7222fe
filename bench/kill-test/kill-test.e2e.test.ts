import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/bench/kill-test/main.js', import.meta.url))

const run = (...args: string[]) => promisify(execFile)(process.execPath, [main, ...args])

// A short run; the full one is npm run kill-test.
test('what was printed survives SIGKILL, and a race has one winner', async () => {
  const { stdout } = await run(
    '--kills',
    '20',
    '--creators',
    '3',
    '--races',
    '1',
    '--gated-races',
    '20',
    '--seed',
    '1',
  )
  expect(stdout).toMatch(/killed the server 20 times .* none of them is lost, none is doubled/)
  expect(stdout).toContain('1 races of 20 commands: one winner each')
  expect(stdout).toContain('20 races of 20 threads from one gate: one winner each')
})

test('a store that checks before it writes loses nearly every race', async () => {
  const failed = (await run('--planted', '1', '--gated-races', '20').catch((error: unknown) => error)) as {
    code: number
    stderr: string
  }
  expect(failed.code).toBe(1)
  const [, wrong] = /(\d+) of 20 races from one gate had not one winner/.exec(failed.stderr) ?? []
  expect(Number(wrong)).toBeGreaterThanOrEqual(15)
})
