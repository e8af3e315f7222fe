import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { groupLives } from '../subject/process/group-lives.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import {
  launchConformance,
  ordinaryEnv,
  program,
  reportIn,
  runConformance,
  runProgram,
} from '../testing/run-program.ts'
import { startReference } from '../testing/start-reference.ts'
import { startHttpServer } from '../wire/testing/servers.ts'

const partial = 'conformance-report/partial'

test('Ctrl-C ends the run at once: reports of what ran, exit code 130, no process left behind', async (context) => {
  const cwd = createFreshFolder(context)
  const { child, printed, ended } = launchConformance(['--bundled'], { cwd })
  const address = /at (http:\S+)/
  await expect.poll(() => printed.stdout).toMatch(address)
  const [, subject = ''] = address.exec(printed.stdout) ?? []
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ exitCode: 130, stdout: expect.stringContaining('Interrupted') })
  expect(reportIn(cwd)).toMatchObject({ complete: false, exitCode: 130, conclusion: 'partial' })
  await expect(fetch(subject), 'the server that was started is gone').rejects.toThrow('fetch failed')
})

test.for([
  ['conformance', []],
  ['conformance doctor', ['doctor']],
] as const)(
  'Ctrl-C while the server starts ends with 130 too, and takes it along: %s',
  async ([, words], context) => {
    const cwd = createFreshFolder(context, {
      'conformance.yaml': 'start: { command: "echo {tmp} > {tmp}/file; echo $$ > started; exec sleep 60" }',
      'tmp/kept': '',
    })
    const env = { ...ordinaryEnv(), TMPDIR: join(cwd, 'tmp') }
    const { child, ended } = launchConformance(words, { cwd, env })
    let started = ''
    await expect.poll(() => (started = contentOf(join(cwd, 'started')).trim())).toMatch(/^\d+$/)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ exitCode: 130 })
    await expect.poll(() => groupLives(Number(started))).toBe(false)
    expect(readdirSync(join(cwd, 'tmp')), 'the folder of the run is gone').toEqual(['kept'])
  },
)

test('a terminal that is closed ends a run as Ctrl-C does', async (context) => {
  const cwd = createFreshFolder(context, { 'tmp/kept': '' })
  const env = { ...ordinaryEnv(), TMPDIR: join(cwd, 'tmp') }
  const { child, ended } = launchConformance(['--bundled'], { cwd, env })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(readdirSync(join(cwd, 'tmp'))).toHaveLength(2)
  child.kill('SIGHUP')
  expect(await ended).toMatchObject({ exitCode: 130 })
  expect(reportIn(cwd)).toMatchObject({ complete: false, exitCode: 130 })
  expect(readdirSync(join(cwd, 'tmp'))).toEqual(['kept'])
})

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'serve hands %s on, and the server ends as it should',
  async (signal) => {
    const { child, ended } = launchConformance(['serve', '--port', '0', '--fast-hash'], { cwd: '.' })
    const [line] = (await once(child.stdout, 'data')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    child.kill(signal)
    expect(await ended).toMatchObject({ exitCode: 0 })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

test('what a run that was killed leaves is gone after the next', async (context) => {
  const cwd = createFreshFolder(context, { 'tmp/kept': '' })
  const env = { ...ordinaryEnv(), TMPDIR: join(cwd, 'tmp') }
  const { child, ended } = launchConformance(['--bundled'], { cwd, env })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(join(cwd, 'tmp'))).toHaveLength(2)
  const words = ['--bundled', '--only', 'login.json', '--quiet']
  expect(await runConformance(words, { cwd, env })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(join(cwd, 'tmp'))).toEqual(['kept'])
})

test('Ctrl-C in the middle still tells how far ahead the clock of the subject was left', async (context) => {
  const cwd = createFreshFolder(context)
  const server = await startReference()
  writeFileSync(
    join(cwd, 'conformance.yaml'),
    `clock: { kind: control, url: '${server.control}' }
accounts: { plain: { username: ada, password: 'Grüße & Küsse = 100% +1' } }`,
  )
  const words = ['--base-url', server.url, '--only', 'token.works-for-hour']
  const { child, ended } = launchConformance(words, { cwd })
  const isAhead = async () => {
    const { now } = (await (await fetch(`${server.control}/clock`)).json()) as { now: string }
    return Date.parse(now) > Date.now() + 60_000
  }
  await expect.poll(isAhead, { interval: 5 }).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ exitCode: 130 })
  expect(reportIn(cwd, partial).clock.kind).toBe('control')
  expect(reportIn(cwd, partial).clock.aheadSeconds).toBeGreaterThan(0)
})

test('in a pipe there is no progress and no colour', async (context) => {
  const cwd = createFreshFolder(context)
  const { stdout, stderr } = await runConformance(['--bundled', '--only', 'login.json'], { cwd })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Judging the bundled reference server at http:/)
  expect(stdout).not.toContain('\r')
  expect(stdout).not.toContain('\u001B')
})

test.skipIf(!existsSync('/dev/full'))(
  'output that a full disk cuts off ends with 2; the reports are written',
  async (context) => {
    const cwd = createFreshFolder(context)
    const command = `'${process.execPath}' '${program('conformance')}' --bundled --only login.json >/dev/full`
    const { exitCode, stderr } = await runProgram('sh', ['-c', command], { cwd })
    expect(stderr).toMatch(/^the output can't be written: ENOSPC.*; make room, or send it elsewhere\n$/)
    expect(exitCode).toBe(2)
    expect(reportIn(cwd, partial).complete).toBe(true)
  },
)

test('what looks back on the run is left out where it saw nothing, and asks for nothing that is declared', async (context) => {
  const cwd = createFreshFolder(context)
  const { stdout } = await runConformance(['--bundled', '--only', 'refusal.no-5xx'], { cwd })
  expect(stdout).not.toContain('declare')
  expect(stdout).toContain(
    'left out: refusal.no-5xx/in-the-whole-run: no other rejection was judged in this run',
  )
})

test.for<[name: string, env: NodeJS.ProcessEnv, colour: boolean]>([
  ['a terminal', { NO_COLOR: '' }, true],
  ['a terminal with NO_COLOR', { NO_COLOR: '1' }, false],
  ['a terminal with NO_COLOR and FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('on %s it is told what runs and how many are done', async ([, extra, colour], context) => {
  const cwd = createFreshFolder(context)
  // util-linux's script gives the command a terminal, and passes its output on to us.
  const command = `'${process.execPath}' '${program('conformance')}' --bundled --only login`
  const env = { ...ordinaryEnv(), ...extra, TERM: 'xterm' }
  const { exitCode, stdout } = await runProgram('script', ['-qec', command, '/dev/null'], { cwd, env })
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/\d+\/\d+ {2}login\.json/)
  expect(stdout).not.toMatch(/\d\/0 {2}/)
  expect(stdout.includes('\u001B[32m') || stdout.includes('\u001B[1m')).toBe(colour)
})

test('a terminal that knows no codes gets none', async (context) => {
  const cwd = createFreshFolder(context)
  const command = `'${process.execPath}' '${program('conformance')}' --bundled --only login`
  const env = { ...ordinaryEnv(), NO_COLOR: '', TERM: 'dumb' }
  const { exitCode, stdout } = await runProgram('script', ['-qec', command, '/dev/null'], { cwd, env })
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('\u001B')])
})

test('the reader of the output may close it early; the reports are written and the exit code is kept', async (context) => {
  const cwd = createFreshFolder(context)
  const run = (args: string) =>
    runProgram(
      'bash',
      [
        '-c',
        `'${process.execPath}' '${program('conformance')}' ${args} | head -c 1; echo " \${PIPESTATUS[0]}"`,
      ],
      { cwd },
    )
  expect(await run('list')).toMatchObject({ stdout: 'l 0\n', stderr: '' })
  expect(await run('list --json')).toMatchObject({ stdout: '[ 0\n', stderr: '' })
  expect(await run('--bundled --json --only login.json')).toMatchObject({ stdout: '{ 0\n', stderr: '' })
  expect(reportIn(cwd, partial)).toMatchObject({ complete: true })
})

test('commands get the environment of the operator, without what the test runner adds to its own', async (context) => {
  const server = await startHttpServer((_, response) => response.writeHead(403).end())
  const cwd = createFreshFolder(context, {
    'conformance.yaml': `
accounts: { plain: { username: ada, password: a-password-of-hers } }
privateTokens:
  plain: { username: ada, token: e47af8a3d267bf878f17ab95106497e207b5f029 }
  operator: { create: 'env > environment; echo 0123456789abcdef', show: 'true', createFor: eve }
`,
  })
  const env = { PATH: process.env['PATH'], MARK: 'kept' }
  await runConformance(['--base-url', server.url, '--only', 'private-token'], { cwd, env })
  const names = contentOf(join(cwd, 'environment'))
    .split('\n')
    .map((line) => line.split('=')[0])
  expect(names.filter((name) => name && !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)).toSorted()).toEqual([
    'MARK',
    'PATH',
  ])
})

test('--help needs neither the declaration nor the test runner', async (context) => {
  const cwd = createFreshFolder(context, { 'conformance.yaml': 'nonsense' })
  const { exitCode, stdout } = await runConformance(['--help'], { cwd })
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Exit codes: 0 no violation')
})

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
