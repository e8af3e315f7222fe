import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(new URL('embedding.md', import.meta.url), 'utf8')

/** The folder of somebody who installed the package, vitest and TypeScript. */
const folder = mkdtempSync(join(tmpdir(), 'embedding-'))
mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true })
symlinkSync(root, join(folder, 'node_modules', 'auth-api-conformance'))
for (const name of ['vitest', 'typescript', '@types/node'])
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
afterAll(() => rmSync(folder, { recursive: true }))

function example(heading: string, name: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [, source] = /^```[jt]s\n([^]*?)^```$/m.exec(section) ?? []
  if (source === undefined) throw new Error(`there is no example under "${heading}"`)
  writeFileSync(join(folder, name), source)
  return source
}

function run(...args: string[]) {
  // Our own runner's settings are none of theirs.
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    )
  })
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

test('the example for vitest passes, and is right by its types', async () => {
  const source = example('vitest', 'login.test.ts')
  const ran = await run(vitest, 'run', 'login.test.ts')
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('1 passed') })
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--lib',
  ]
  const check = () => run(tsc, ...strict, 'es2023,esnext.disposable', '--skipLibCheck', 'login.test.ts')
  expect(await check()).toEqual({ code: 0, output: '' })
  writeFileSync(join(folder, 'login.test.ts'), source.replace('{ hours: 1 }', '{ days: 1 }'))
  expect((await check()).output).toContain("'days' does not exist")
})

test.each(['node:test', 'Many at once'])('the example for %s passes', async (heading) => {
  example(heading, 'example.test.mjs')
  const { code, output } = await run('--test', '--test-reporter=tap', 'example.test.mjs')
  expect([code, output]).toEqual([0, expect.stringContaining('# pass 1')])
})

// Jest itself would bring three hundred packages: vitest's functions have the same names and replace its own.
test('the example for jest passes', async () => {
  writeFileSync(
    join(folder, 'config.mjs'),
    "export default { resolve: { alias: { '@jest/globals': 'vitest' } } }",
  )
  example('jest', 'jest.test.mjs')
  const ran = await run(vitest, 'run', '--config', 'config.mjs', 'jest.test.mjs')
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('1 passed') })
})
