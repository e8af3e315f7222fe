import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../../dist/suites/client/foreign/main.js', import.meta.url))
const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const usage = expect.stringContaining('usage: npm run client-seeds -- [SEEDS [FIRST]]\n')

test.each([[['x']], [['0']], [['-1']], [['1', 'y']], [['1', '2', '3']], [['--seeds']]])(
  '%j is a usage error',
  (words) => {
    expect(run(...words)).toEqual({ status: 2, stdout: '', stderr: usage })
    expect(run(...words).stderr).toMatch(`unknown argument "${words.at(words.length > 1 ? -1 : 0)}"\n`)
  },
)

test('--help shows what there is', () => {
  expect(run('--help')).toEqual({ status: 0, stdout: usage, stderr: '' })
})
