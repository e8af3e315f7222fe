import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { reportIn, runConformance } from '../../testing/run-program.ts'
import { startReference } from '../../testing/start-reference.ts'

const declaration = `
accounts:
  plain: { username: ada, password: 'Grüße & Küsse = 100% +1' }
  mfa: { username: bob, password: bob likes wörds & 50% = half+half, otpSecret: 32QTZHQZVEIGULLDOVUV44OIUSFYPZPA }
accessKeys:
  - { keyId: 1dd65ed2-d9b2-424d-8e2c-b10c09a0778b, keySecret: d1a56491-ce80-454d-871f-1a34cd5306f2, username: ada }
`

/**
 * Starts a server that is not ours and accepts each code once, and creates a folder with its declaration and the adapter for
 * Node.
 */
async function setUp(options: readonly string[] = []) {
  const { url: upstream } = await startReference(...options)
  const cwd = createFreshFolder({ onTestFinished }, { 'conformance.yaml': declaration })
  await runConformance(['client', 'init', '--language', 'node'], { cwd })
  return { cwd, upstream }
}

const settings = (upstream: string) => JSON.stringify({ command: 'node adapter.mjs', upstream })

function judgedIn(folder: string, part = '') {
  const report = reportIn(folder, join('conformance-report', part))
  return {
    ...report,
    verdicts: Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict])),
  }
}

const configure = (folder: string, text: string) => writeFileSync(join(folder, 'client.yaml'), text)

test('a client is judged before a server of its own, which is left as it is', async () => {
  const { cwd, upstream } = await setUp()
  configure(cwd, settings(upstream))
  const { exitCode, stdout } = await runConformance(['client'], { cwd })
  expect(stdout).toContain(`judged against ${upstream}`)
  expect(stdout).toContain('private-token was left out: privateTokens.plain is not declared')
  const { verdicts } = judgedIn(cwd)
  expect(verdicts).toMatchObject({
    'client.lists-users': 'pass',
    'client.second-step-fields': 'pass',
    'client.signature-target': 'pass',
    'client.redirect-same-origin': 'pass',
    'client.token-after-hour': 'untested',
    'client.private-token-scheme': 'untested',
    'client.session-cookie': 'untested',
  })
  expect(stdout).not.toContain('\nfail ')
  expect(stdout).not.toContain('clock control')
  expect(exitCode).toBe(0)
})

test('its path prefix, and the headers that its declaration demands, are kept', async () => {
  const file = join(createFreshFolder({ onTestFinished }, { header: 'X-Gate: open' }), 'header')
  const { cwd, upstream } = await setUp(['--variation=path-prefix', `--demand-header-file=${file}`])
  expect(new URL(upstream).pathname).not.toBe('/')
  configure(cwd, settings(upstream))
  writeFileSync(join(cwd, 'conformance.yaml'), `headers: { X-Gate: open }\n${declaration}`)
  const { exitCode } = await runConformance(['client', '--scenario', 'plain-token'], { cwd })
  expect([exitCode, judgedIn(cwd, 'partial').verdicts['client.lists-users']]).toEqual([0, 'pass'])
})

test('a client that hides users is found there too', async () => {
  const { cwd, upstream } = await setUp()
  const adapter = readFileSync(join(cwd, 'adapter.mjs'), 'utf8')
  writeFileSync(
    join(cwd, 'adapter.mjs'),
    adapter.replace('await client.listUsers()', '(await client.listUsers()).slice(0, 1)'),
  )
  configure(cwd, settings(upstream))
  const { exitCode, stdout } = await runConformance(['client', '--scenario', 'plain-token'], { cwd })
  expect(stdout).toContain('expected the list of users, but the client answered with 1 user; the server gave')
  expect(exitCode).toBe(1)
})

test('credentials that the server rejects are no fault of the client', async () => {
  const { cwd, upstream } = await setUp()
  configure(cwd, settings(upstream))
  writeFileSync(join(cwd, 'conformance.yaml'), declaration.replace('Grüße', 'Grüsse'))
  const { stdout, exitCode } = await runConformance(
    ['client', '--scenario', 'plain-token', '--require-complete'],
    { cwd },
  )
  expect(stdout).toContain(
    'no list came with token; "conformance doctor" shows whether the declaration is correct',
  )
  expect(stdout).not.toContain('\nfail ')
  expect(exitCode).toBe(3)
})

test("a client's own tests are run before it, with the client's own names", async () => {
  const { cwd, upstream } = await setUp()
  const program = `const { API, NAME, WORD } = process.env
const body = JSON.stringify({ username: NAME, password: WORD })
const { status } = await fetch(API + '/api/v1/authentication/auth/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
console.log('answered', status, process.env.CONFORMANCE_PRIVATE_TOKEN === '')`
  writeFileSync(join(cwd, 'own.mjs'), program)
  configure(
    cwd,
    JSON.stringify({ upstream, env: { API: '{baseUrl}', NAME: '{username}', WORD: '{password}' } }),
  )
  const { exitCode, stderr } = await runConformance(
    ['client', '--config', 'client.yaml', '--', process.execPath, 'own.mjs'],
    { cwd },
  )
  expect(stderr).toContain('answered 200 true')
  expect([exitCode, judgedIn(cwd).verdicts['client.login-fields']]).toEqual([0, 'pass'])
})

test.each([
  ['upstream: ftp://127.0.0.1\ncommand: x\n', ['client'], 2, 'client.yaml:1: upstream: must start with http'],
  ['upstream: http://127.0.0.1:1\ncommand: x\n', ['client'], 6, 'nothing answers at http://127.0.0.1:1'],
  [
    'upstream: http://127.0.0.1:1\ncommand: x\n',
    ['client', '--latency', '5'],
    2,
    "--latency delays the suite's own server",
  ],
  ['upstream: http://127.0.0.1:1\ncommand: x\ndeclaration: no.yaml\n', ['client'], 2, 'no.yaml'],
])('%j is said to be wrong', async (text, words, code, said) => {
  const cwd = createFreshFolder({ onTestFinished }, { 'client.yaml': text })
  const { exitCode, stderr } = await runConformance(words, { cwd })
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(said)])
})
