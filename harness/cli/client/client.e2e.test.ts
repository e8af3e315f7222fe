import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toldNames } from '../../client-judge/identities.ts'
import type { Report } from '../../../reports/report.ts'
import { createFreshFolder } from '../../testing/fresh-folder.ts'
import { launchConformance, reportIn, runConformance } from '../../testing/run-program.ts'

const verdicts = ({ requirements }: Report) =>
  Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))

/** Logs in, once with a wrong password on purpose, and lists with the given scheme word. */
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
    expect(stdout).toContain('the command ended with exit code 7; it sent 3 requests')
    expect(stdout).toContain('observed, not judged, without an unaltered credential of this run: 1 login')
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

  test('are told what the guide lists and nothing else, and leave no process behind', async (context) => {
    const cwd = createFreshFolder(context)
    const stays = `setInterval(() => {}, 1000)`
    const own = `
const stray = require('node:child_process').spawn(process.execPath, ['-e', '${stays}'], { detached: true, stdio: 'ignore' })
console.log('told', Object.keys(process.env).filter((name) => name.startsWith('CONFORMANCE_')).join(), 'left', stray.pid, '.')
process.exit()`
    const { stderr } = await runConformance(['client', '--', process.execPath, '-e', own], { cwd })
    const names = toldNames.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
    expect(stderr).toContain(`told ${names.map((name) => `CONFORMANCE_${name}`).join()} left`)
    const pid = Number(/ left (\d+)/.exec(stderr)?.[1])
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    // If no process reaps it, it remains as a zombie.
    expect([pid, stdout.trim()]).toEqual([expect.any(Number), expect.stringMatching(/^Z|^$/)])
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

  test('have one name, quoted for the shell, wherever they are shown', async (context) => {
    const cwd = createFreshFolder(context)
    const words = ['client', '--only', 'token', '--format', 'json,junit,markdown']
    const command = ['--', process.execPath, '-e', '"a b"']
    const name = `${process.execPath} -e '"a b"'`
    const { stdout } = await runConformance([...words, ...command], { cwd })
    expect(stdout).toContain(`Judging ${name}\n`)
    expect(stdout).toMatch(new RegExp(`^Partial: ${name.replaceAll('/', '\\/')}\\. `, 'm'))
    const quiet = await runConformance([...words, '--quiet', ...command], { cwd })
    expect(quiet.stdout).toContain(name)
    const read = (file: string) => readFileSync(join(cwd, 'conformance-report', 'partial', file), 'utf8')
    expect(read('report.md')).toContain(`: \`${name}\``)
    expect(read('junit.xml')).toContain(name.replaceAll("'", '&#39;').replaceAll('"', '&quot;'))
    expect(reportIn(cwd, 'conformance-report/partial').subject.baseUrl).toBe(name)
  })

  test('that never end are ended, and the run is incomplete', async (context) => {
    const cwd = createFreshFolder(context)
    const { exitCode, stdout } = await runConformance(
      ['client', '--timeout', '1', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
      { cwd },
    )
    expect([exitCode, stdout]).toEqual([
      3,
      expect.stringContaining('The client ended during the run (stopped after 1 s; --timeout allows more)'),
    ])
    expect(reportIn(cwd).complete).toBe(false)
  })

  test('end with Ctrl-C, and what ran is reported', async (context) => {
    const cwd = createFreshFolder(context)
    const hangs = `console.log('begun'); setInterval(() => {}, 1000)`
    const words = ['client', '--', process.execPath, '-e', hangs]
    const { child, printed, ended } = launchConformance(words, { cwd })
    await expect.poll(() => printed.stderr).toContain('begun')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ exitCode: 130 })
    expect(reportIn(cwd).complete).toBe(false)
  })
})

describe('scenarios', () => {
  test('are replayed with their seed: the same case fails again, for the same reason', async (context) => {
    const cwd = createFreshFolder(context)
    await runConformance(['client', 'init', '--language', 'node'], { cwd })
    const client = join(cwd, 'example-client.mjs')
    // From here on, the client requires the list to be an array, and rejects any other form.
    const text = readFileSync(client, 'utf8').replace('records(parsed(body))', 'asArray(parsed(body))')
    writeFileSync(client, `const asArray = (value) => (Array.isArray(value) ? value : undefined)\n${text}`)
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

  test('end with Ctrl-C: a rule that others would have judged as well is untested', async (context) => {
    const cwd = createFreshFolder(context)
    await runConformance(['client', 'init', '--language', 'node'], { cwd })
    const adapter = join(cwd, 'adapter.mjs')
    // Plays one scenario, and hangs in the next.
    const hangs = `import { existsSync, writeFileSync } from 'node:fs'
if (existsSync('played')) { writeFileSync('hangs', ''); await new Promise(() => setInterval(() => {}, 1000)) }
process.on('exit', () => writeFileSync('played', ''))\n`
    writeFileSync(adapter, hangs + readFileSync(adapter, 'utf8'))
    const yaml = readFileSync(join(cwd, 'client.yaml'), 'utf8').replace(/^methods:.*$/m, '')
    writeFileSync(join(cwd, 'client.yaml'), `${yaml}\nmethods: [private-token]\n`)
    const words = ['client', '--quiet', '--format', 'json']
    const { child, ended } = launchConformance(words, { cwd })
    await expect.poll(() => existsSync(join(cwd, 'hangs'))).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ exitCode: 130 })
    const report = reportIn(cwd)
    expect(verdicts(report)).toMatchObject({
      // Only the plain scenario judges it.
      'client.lists-users': 'pass',
      'client.private-token-exact': 'untested',
      'client.private-token-permanent': 'untested',
      'client.login-post': 'not-applicable',
    })
    const { cases, leftOut } =
      report.requirements.find(({ id }) => id === 'client.private-token-permanent') ?? {}
    expect([cases, leftOut]).toEqual([
      [],
      [{ case: 'client.private-token-permanent/year-private-token', reason: 'the run was interrupted' }],
    ])
  })

  test('an updated baseline keeps what it says about a client, and about a server', async (context) => {
    const entry = (requirement: string) =>
      `- {requirement: ${requirement}, reason: agreed, owner: ada, expires: 2999-12-31, fingerprint: f1-0123456789abcdef}\n`
    const known = entry('client.token-bearer') + entry('mfa.seed-one-time')
    const cwd = createFreshFolder(context, { 'own.mjs': program('Token'), 'known.yaml': known })
    const words = ['client', '--format', 'json', '--baseline', 'known.yaml']
    const own = ['--', process.execPath, 'own.mjs']
    expect((await runConformance([...words, ...own], { cwd })).exitCode).toBe(1)
    const { stdout } = await runConformance(['baseline', 'update'], { cwd })
    expect(stdout).toContain('known.yaml: 0 added, 1 changed, 0 removed, 1 kept')
    const again = await runConformance([...words, ...own], { cwd })
    expect([again.exitCode, reportIn(cwd).notes.filter((note) => note.startsWith('baseline'))]).toEqual([
      0,
      [],
    ])
  })

  test('a client.yaml that is wrong is rejected', async (context) => {
    const cwd = createFreshFolder(context, { 'client.yaml': 'command: x\nmethods: [password]\n' })
    expect(await runConformance(['client'], { cwd })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'client.yaml:2: methods[0]: is not a known method; known: token, mfa, private-token, signature, session\n',
    })
  })

  test('what a client writes to stderr is in the report', async (context) => {
    const cwd = createFreshFolder(context)
    await runConformance(['client', 'init', '--language', 'node'], { cwd })
    const adapter = join(cwd, 'adapter.mjs')
    const text = readFileSync(adapter, 'utf8').replace(
      'async function answer({ op, ...asked }) {',
      `$&\n  console.error('first\\nlast words', process.env.CONFORMANCE_PRIVATE_TOKEN)`,
    )
    writeFileSync(adapter, text)
    await runConformance(['client', '--scenario', 'plain-private-token', '--format', 'json'], { cwd })
    const { notes } = reportIn(cwd, 'conformance-report/partial')
    expect(notes).toEqual([
      expect.stringMatching(/^the client wrote to stderr in plain-private-token: .*last words \S+$/),
    ])
    expect(notes[0]).not.toMatch(/[\da-f]{40}/)
  })
})

const commandOf = (command: string) => JSON.stringify({ command, timeoutMs: 300 })

test.each<[words: string, yaml: string | undefined, exitCode: number, said: string | RegExp]>([
  [
    '-- no-such-program-here',
    undefined,
    2,
    /^"no-such-program-here" can't be started; is it installed, and executable\? The command after -- runs without a shell\n$/,
  ],
  ['-- no\tprogram', undefined, 2, '"no\tprogram" can\'t be started; leave out the quotes: -- no\tprogram'],
  ['docter', undefined, 2, /^there is no program "docter"; did you mean conformance client doctor\?\n$/],
  ['-- ', undefined, 2, 'the command after -- is empty'],
  ['', undefined, 2, '"conformance client init" writes one'],
  ['--only client.token-exakt', commandOf('x'), 2, 'did you mean client.token-exact?'],
  ['--scenario plain-token -- true', commandOf('x'), 2, '--scenario has no effect on your own tests'],
  ['--scenario plain-tokn', commandOf('x'), 2, 'did you mean plain-token?'],
  [
    '',
    commandOf('no-such-adapter'),
    2,
    /^"no-such-adapter" can't be run; correct command in client\.yaml\. Its stderr:\n/,
  ],
  [
    '',
    commandOf('echo broken >&2; exit 3'),
    6,
    /ended \(exit code 3\) without an answer\. Its stderr:\n {2}\| broken\n$/,
  ],
  [
    '',
    commandOf('read line; echo hello; cat'),
    6,
    'wrote a line that is not JSON (write each answer on one line, and anything else to stderr): hello',
  ],
  ['', commandOf('cat >/dev/null'), 6, 'gave no answer to use within 300 ms'],
])('"client %s" with %s ends with %d', async (words, yaml, exitCode, said) => {
  const cwd = createFreshFolder({ onTestFinished }, yaml === undefined ? {} : { 'client.yaml': yaml })
  const args = words === '' ? [] : words.split(' ')
  const ended = await runConformance(['client', ...args], { cwd })
  expect([ended.exitCode, ended.stderr]).toEqual([
    exitCode,
    typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
  ])
})
