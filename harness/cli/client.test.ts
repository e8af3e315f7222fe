import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../reports/report.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { conformanceProgram, ordinaryEnv, runConformance } from '../testing/run-program.ts'

const reportIn = (folder: string, out = 'conformance-report') =>
  JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8')) as Report
const verdicts = ({ requirements }: Report) =>
  Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))

/** Logs in, once wrongly on purpose, and lists with the scheme word that is given. */
const program = (scheme: string) => `
const [base, username, password] = ['BASE_URL', 'USERNAME', 'PASSWORD'].map((name) => process.env['CONFORMANCE_' + name])
const post = (body) => fetch(base + '/api/v1/authentication/auth/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
await post({ user: username, pass: 'wrong on purpose' })
const { token } = await (await post({ username, password })).json()
const { status } = await fetch(base + '/api/v1/users/users/', { headers: { authorization: '${scheme} ' + token } })
console.log('the list was answered', status)
process.exit(7)
`

describe("a client's own tests", () => {
  test('are run once, and judged by the requests with the credentials of the run', async (context) => {
    const cwd = createFreshFolder(context, { 'own.mjs': program('Bearer') })
    const { exitCode, stdout, stderr } = await runConformance(['client', '--', process.execPath, 'own.mjs'], {
      cwd,
    })
    expect(stderr).toContain('the list was answered 200')
    expect(stdout).toContain('the command ended with the exit code 7; it sent 3 requests')
    expect(exitCode).toBe(0)
    const report = reportIn(cwd)
    expect(verdicts(report)).toMatchObject({
      'client.login-fields': 'pass',
      'client.token-bearer': 'pass',
      'client.second-step-post': 'untested',
    })
    expect(report).toMatchObject({
      complete: true,
      subject: { client: { command: [process.execPath, 'own.mjs'] } },
    })
  })

  test('show what is wrong, and can be replayed', async (context) => {
    const cwd = createFreshFolder(context, { 'own.mjs': program('Token') })
    const { exitCode, stdout } = await runConformance(
      ['client', '--only', 'token', '--', process.execPath, 'own.mjs'],
      { cwd },
    )
    expect(stdout).toContain('expected Authorization: Bearer, and the token, but the scheme word is Token')
    expect(stdout).toContain('The client breaks 1 rule of the specification.')
    expect(exitCode).toBe(1)
    const from = join('conformance-report', 'partial', 'report.json')
    const again = await runConformance(
      ['replay', 'client.token-bearer/as-sent', '--from', from, '--quiet', '--out', 'again'],
      { cwd },
    )
    expect([again.exitCode, again.stdout]).toEqual([1, expect.stringContaining('not-conformant: ')])
  })

  test('that can not be started are a usage error', async (context) => {
    const cwd = createFreshFolder(context)
    const { exitCode, stderr } = await runConformance(['client', '--', 'no-such-program-here'], { cwd })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no-such-program-here can't be started")])
  })

  test('that never end are ended, and the run is incomplete', async (context) => {
    const cwd = createFreshFolder(context)
    const { exitCode, stdout } = await runConformance(
      ['client', '--timeout', '1', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
      { cwd },
    )
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('no end within 1 s')])
    expect(reportIn(cwd).complete).toBe(false)
  })

  test('end with Ctrl-C, and what ran is reported', async (context) => {
    const cwd = createFreshFolder(context)
    const hangs = `console.log('begun'); setInterval(() => {}, 1000)`
    const child = spawn(
      process.execPath,
      [conformanceProgram(), 'client', '--', process.execPath, '-e', hangs],
      {
        cwd,
        env: ordinaryEnv(),
      },
    )
    let printed = ''
    child.stderr.on('data', (part) => (printed += String(part)))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('begun')
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(130)
    expect(reportIn(cwd).complete).toBe(false)
  })
})

describe('scenarios', () => {
  test('are replayed with their seed: the same case fails again, for the same reason', async (context) => {
    const cwd = createFreshFolder(context)
    await runConformance(['client', 'init', '--language', 'node'], { cwd })
    const adapter = join(cwd, 'adapter.mjs')
    // A list is an array here, wherever else it may stand.
    const text = readFileSync(adapter, 'utf8').replace('records(parsed(body))', 'asArray(parsed(body))')
    writeFileSync(adapter, `const asArray = (value) => (Array.isArray(value) ? value : undefined)\n${text}`)
    const whole = ['client', '--scenario', 'freedoms-private-token', '--seed', '5', '--format', 'json']
    expect((await runConformance(whole, { cwd })).exitCode).toBe(1)
    const failed = (folder: string) =>
      reportIn(cwd, folder)
        .requirements.flatMap(({ cases }) => cases)
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ id, title, message }) => ({ id, title, message }))
    const first = failed('conformance-report/partial')
    expect(first[0]?.id).toMatch(/^client\.tolerates-list-shape\/list-in-\w+-private-token$/)
    const { id, title } = first[0] ?? { id: '', title: '' }
    expect(title).toContain(`[${id.slice(id.indexOf('/') + 1).replace('-private-token', '')}]`)
    const from = ['--from', 'conformance-report/partial/report.json', '--out', 'again']
    const again = await runConformance(['replay', id, ...from], { cwd })
    expect([again.exitCode, failed('again')]).toEqual([1, first])
  })

  test('init writes an adapter that passes one, and doctor finds it well', async (context) => {
    const cwd = createFreshFolder(context)
    const init = await runConformance(['client', 'init', '--language', 'node'], { cwd })
    expect([init.exitCode, existsSync(join(cwd, 'adapter.mjs'))]).toEqual([0, true])
    const again = await runConformance(['client', 'init', '--language', 'node'], { cwd })
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('client.yaml exists')])
    const doctor = await runConformance(['client', 'doctor'], { cwd })
    expect([doctor.exitCode, doctor.stdout]).toEqual([
      0,
      expect.stringContaining('ok     mfa: list answered'),
    ])
    const run = await runConformance(['client', '--scenario', 'wrong-password', '--seed', '3'], { cwd })
    expect(run.exitCode).toBe(0)
    expect(verdicts(reportIn(cwd, 'conformance-report/partial'))).toMatchObject({
      'client.fails-wrong-password': 'pass',
      'client.lists-users': 'pass',
      'client.signature-layout': 'untested',
    })
  })

  test.each([
    ['command: ""\nmethod: [token]\n', 'client.yaml:1: command: is empty'],
    ['command: x\nmethod: [token]\n', 'client.yaml:2: method: unknown field; did you mean methods?'],
    [
      'command: x\nmethods: [password]\n',
      'methods.0: must be methods: token, mfa, private-token, signature, session',
    ],
    ['command: [\n', 'no YAML'],
  ])('a client.yaml that says %j is rejected', async (text, said) => {
    const cwd = createFreshFolder(
      { onTestFinished: (await import('vitest')).onTestFinished },
      { 'client.yaml': text },
    )
    const { exitCode, stderr } = await runConformance(['client'], { cwd })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)])
  })

  test('without a client.yaml it says what to do', async (context) => {
    const { exitCode, stderr } = await runConformance(['client'], { cwd: createFreshFolder(context) })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('"conformance client init" writes one')])
  })

  test.each([
    ['exit 3', 'ended (exit code 3) without an answer'],
    ['read line; echo hello; cat', 'wrote a line that is no JSON: hello'],
    ['cat >/dev/null', 'gave no answer to use within 300 ms'],
  ])('a client that does "%s" can not be reached', async (command, said) => {
    const files = { 'client.yaml': JSON.stringify({ command, timeoutMs: 300 }) }
    const cwd = createFreshFolder({ onTestFinished: (await import('vitest')).onTestFinished }, files)
    const { exitCode, stderr } = await runConformance(['client'], { cwd })
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining(said)])
  })

  test('what a client writes to stderr is in the report', async (context) => {
    const cwd = createFreshFolder(context)
    await runConformance(['client', 'init', '--language', 'node'], { cwd })
    const adapter = join(cwd, 'adapter.mjs')
    const text = readFileSync(adapter, 'utf8').replace(
      'const asked = JSON.parse(line)',
      `$&\n  console.error('first\\nlast words', env('PRIVATE_TOKEN'))`,
    )
    writeFileSync(adapter, text)
    await runConformance(['client', '--scenario', 'plain-private-token', '--format', 'json'], { cwd })
    const { notes } = reportIn(cwd, 'conformance-report/partial')
    expect(notes).toEqual([
      expect.stringMatching(/^the client wrote to stderr in plain-private-token: .*last words \S+$/),
    ])
    expect(notes[0]).not.toMatch(/[\da-f]{40}/)
  })

  test('a misspelt rule or scenario is a usage error', async (context) => {
    const cwd = createFreshFolder(context, { 'client.yaml': 'command: x\n' })
    const rule = await runConformance(['client', '--only', 'client.token-exakt'], { cwd })
    expect([rule.exitCode, rule.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean client.token-exact?'),
    ])
    const scenario = await runConformance(['client', '--scenario', 'plain-tokn'], { cwd })
    expect([scenario.exitCode, scenario.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean plain-token?'),
    ])
  })
})
