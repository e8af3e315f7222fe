import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/bench/fuzz/main.js', import.meta.url))

// A short run; the full one is npm run fuzz.
test('requests of any kind are answered, and never with a 5xx', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--requests', '6000', '--seed', '1'])
  expect(stdout).toContain('no 5xx, no connection without an answer, no growth')
  expect(stdout).toMatch(/\b200: \d{3,}/)
})
