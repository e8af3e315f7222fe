import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/bench/kill-test/main.js', import.meta.url))

// The whole of it: npm run kill-test
test('what was printed survives SIGKILL, and a race has one winner', { timeout: 180_000 }, async () => {
  const args = [main, '--kills', '6', '--creators', '3', '--races', '1', '--seed', '1']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toMatch(/killed the server 6 times .* none of them is lost, none is doubled/)
  expect(stdout).toContain('1 races of 20 creators: one winner each')
})
