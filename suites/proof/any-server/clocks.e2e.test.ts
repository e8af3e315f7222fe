import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judge, type Judged } from './testing/conformance.ts'
import { smallServer, type SmallServer } from './testing/small-server.ts'

const moveByFile =
  "{node} -e 'const fs = require(`fs`), f = `{tmp}/ahead`; fs.writeFileSync(f, String((fs.existsSync(f) ? +fs.readFileSync(f, `utf8`) : 0) + Number(process.argv[1])))' {seconds}"

/** Returns the declaration of a small server that is started with these variables. */
const started = ({ file, port, declared }: SmallServer, env: Record<string, string>, clock: object) => ({
  ...declared,
  start: {
    command: `exec {node} ${file}`,
    readyUrl: `${declared.baseUrl}/`,
    env: { PORT: String(port), ...env },
  },
  clock,
})

const messages = ({ report }: Pick<Judged, 'report'>) =>
  report.requirements.flatMap(({ cases }) => cases.map(({ message }) => message))

const ages = ['token.works-for-hour', 'token.void-after-hour']

test('a command moves the time of a server that knows nothing of the suite', async () => {
  const server = await smallServer()
  const clock = { kind: 'command', advance: moveByFile }
  const { verdict, report } = await judge(started(server, { CLOCK_FILE: '{tmp}/ahead' }, clock), [
    '--only',
    ...ages,
    'private-token.permanent',
  ])

  for (const id of ages) expect(verdict(id), id).toBe('pass')
  expect(verdict('private-token.permanent')).toBe('pass')
  expect(report.clock.kind).toBe('command')
  expect(report.clock.aheadSeconds).toBeGreaterThan(365 * 86_400)
})

test('a command that ends tokens, as one that restarts the server may, leaves their hour inconclusive', async () => {
  const server = await smallServer()
  const clock = { kind: 'command', advance: moveByFile }
  const env = { CLOCK_FILE: '{tmp}/ahead' }
  const only = ['--only', 'token.works-for-hour']
  // Judges all rules of tokens, so that sequences of steps go on for a rule whose case did not begin them.
  const more = ['--only', 'login', 'token', 'private-token', '--runs', '20', '--seed', '1']
  const { report, verdict } = await judge(started(server, { ...env, FORGETS_AT_JUMPS: '1' }, clock), more)
  expect(verdict('token.works-for-hour')).toBe('inconclusive')
  expect(messages({ report })).toContainEqual(
    expect.stringMatching(/^clock.advance ends tokens, as one that/),
  )

  // Tokens that live for a second end without a jump too.
  const brief = await judge(started(await smallServer(), { ...env, LIVES_MS: '1000' }, clock), only)
  expect(brief.verdict('token.works-for-hour')).toBe('fail')
})

test('a command that moves nothing leaves expiry inconclusive, and one that fails is named', async () => {
  const server = await smallServer()
  const still = { kind: 'command', advance: 'true {seconds}', maxAdvance: '2h' }
  const { report, verdict, exitCode } = await judge(started(server, {}, still), [
    '--only',
    'token.works-for-hour',
  ])
  expect(verdict('token.works-for-hour')).toBe('inconclusive')
  expect(messages({ report })).toContainEqual(
    expect.stringMatching(/the clock did not move: asked for \d+ s/),
  )
  expect(exitCode).toBe(3)

  const broken = { kind: 'command', advance: 'exit 7 # {seconds}' }
  const second = await judge(started(server, {}, broken), ['--only', 'token.works-for-hour'])
  expect(messages(second)).toContain('clock.advance ended with exit code 7')
})

test('maxAdvance is kept to', async () => {
  const server = await smallServer()
  const clock = { kind: 'command', advance: moveByFile, maxAdvance: '90m' }
  const { report, verdict } = await judge(started(server, { CLOCK_FILE: '{tmp}/ahead' }, clock), [
    '--only',
    'token.stays-void',
  ])

  expect(report.clock.aheadSeconds).toBeLessThanOrEqual(5400)
  expect(verdict('token.stays-void')).toBe('untested')
  expect(messages({ report })).toContainEqual(expect.stringMatching(/needs clock.maxAdvance above \d+h/))
})

test.each([
  ['all', 'fail'],
  ['process', 'inconclusive'],
])('a token that outlives every jump, where the clock covers %s: %s', async (covers, verdict) => {
  const server = await smallServer()
  const clock = { kind: 'command', advance: moveByFile, covers, maxAdvance: '20h' }
  const env = { CLOCK_FILE: '{tmp}/ahead', STORE_KEEPS_TIME: '1' }
  const judgement = await judge(started(server, env, clock), ['--only', 'token.void-after-hour'])

  expect(judgement.verdict('token.void-after-hour')).toBe(verdict)
})

test('real time needs --slow, and no clock needs a declaration; each says so', async () => {
  const server = await smallServer()
  const waiting = await judge(started(server, {}, { kind: 'wait' }), ['--only', 'token.void-after-hour'])
  expect(waiting.verdict('token.void-after-hour')).toBe('untested')
  expect(waiting.stdout).toContain('clock.kind wait takes hours of real time: allow it with --slow')

  const none = await judge(started(server, {}, { kind: 'none' }), ['--only', 'token.void-after-hour'])
  expect(none.stdout).toMatch(/declare clock/)
})

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))
const mustRun = process.env['REQUIRE_FAKETIME'] === '1'
const title = library || mustRun ? 'libfaketime' : 'libfaketime (skipped: its library is not installed)'

describe.skipIf(!library && !mustRun)(title, () => {
  test('moves the time of a server that knows nothing of the suite', async () => {
    expect(library).toBeDefined()
    const server = await smallServer()
    const { file, port, declared } = server
    const declaration = {
      ...declared,
      start: {
        command: `echo +0 > {tmp}/faketime.rc; LD_PRELOAD=${library} exec {node} ${file}`,
        readyUrl: `${declared.baseUrl}/`,
        env: {
          PORT: String(port),
          FAKETIME_TIMESTAMP_FILE: '{tmp}/faketime.rc',
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          FAKETIME_FORCE_MONOTONIC_FIX: '0',
        },
      },
      clock: { kind: 'faketime', file: '{tmp}/faketime.rc', covers: 'all' },
    }
    const { verdict, report } = await judge(declaration, ['--only', ...ages])

    for (const id of ages) expect(verdict(id), id).toBe('pass')
    expect(report.clock.aheadSeconds).toBeGreaterThan(3600)
  })
})
