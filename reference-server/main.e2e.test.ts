import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, program, run, start } from './testing/program.ts'

let data: string
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'reference-server-'))
})
afterAll(() => rmSync(data, { recursive: true }))

const list = (url: string, authorization: string) =>
  fetch(`${url}/api/v1/users/users/`, { headers: { authorization } })

test('operator commands work on the data of a running server', async () => {
  const { ready, stop } = await start(['--fast-hash', '--control-port', '0', '--data', data])
  expect(ready).toEqual({
    ready: true,
    url: expect.any(String),
    control: expect.any(String),
    pid: expect.any(Number),
  })
  const clock = await fetch(`${ready.control}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"seconds":-1}',
  })
  expect(clock.status).toBe(400)

  const made = await run(['private-token', 'create', 'eve', '--data', data])
  expect(made).toEqual({ code: 0, out: expect.stringMatching(/^[0-9a-f]{40}\n$/), err: '' })
  expect((await list(ready.url, `Token ${made.out.trim()}`)).status).toBe(200)
  const again = await run(['private-token', 'create', 'eve', '--data', data])
  expect(again).toEqual({ code: 1, out: '', err: expect.stringContaining('private-token show eve') })
  expect((await run(['private-token', 'show', 'eve', '--data', data])).out).toBe(made.out)
  expect((await list(ready.url, `Token ${made.out.trim()}`)).status).toBe(200)
  expect((await run(['private-token', 'create', 'nobody', '--data', data])).code).toBe(1)

  const added = await run(['user', 'add', 'zoé', '--data', data, '--fast-hash'], 'geheim & süß\n')
  expect(added.code).toBe(0)
  expect((await run(['user', 'add', 'zoé', '--data', data, '--fast-hash'], 'x')).code).toBe(1)
  const login = await fetch(`${ready.url}/api/users/v1/auth/`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'zoé', password: 'geheim & süß' }),
  })
  expect(await login.json()).toEqual({ token: expect.any(String) })
  const key = await run(['access-key', 'create', 'zoé', '--data', data])
  expect(JSON.parse(key.out)).toEqual({ keyId: expect.any(String), keySecret: expect.any(String) })
  expect(await stop('SIGTERM')).toBe(0)

  const later = await start(['--fast-hash', '--data', data])
  expect(later.ready.control).toBeUndefined()
  expect((await list(later.ready.url, `Token ${made.out.trim()}`)).status).toBe(200)
  expect(await later.stop('SIGINT')).toBe(0)
})

test('of ten creators at once one wins', async () => {
  await run(['user', 'add', 'raced', '--data', data, '--fast-hash'], 'x')
  const command = ['private-token', 'create', 'raced', '--data', data]
  const results = await Promise.all(Array.from({ length: 10 }, () => run(command)))
  const winners = results.filter(({ code }) => code === 0)
  expect(winners).toHaveLength(1)
  expect((await run(['private-token', 'show', 'raced', '--data', data])).out).toBe(winners[0]?.out)
})

test('a defect applies to the commands too', async () => {
  const command = [
    'private-token',
    'create',
    'dee',
    '--data',
    data,
    '--defect',
    'failed-creation-replaces-private-token',
  ]
  const made = await run(command)
  expect((await run(command)).code).toBe(1)
  expect((await run(['private-token', 'show', 'dee', '--data', data])).out).not.toBe(made.out)
})

test('the list is JSON for programs and lines for people', async () => {
  const { defects, variations } = JSON.parse((await run(['list', '--json'])).out) as Record<
    string,
    { name: string }[]
  >
  const names = [...(defects ?? []), ...(variations ?? [])].map(({ name }) => name)
  const { out } = await run(['list'])
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !out.includes(name))).toEqual([])
})

test.each([
  [['start', '--defect', 'token-slide'], 'Did you mean "token-slides"?'],
  [['start', '--variation', 'nonsense'], 'no variation'],
  [['start', '--port', '70000'], 'is not a port'],
  [['start', '--server-version', '2'], 'is not a version'],
  [['start', '--fast-hash', '--host', '0.0.0.0'], 'loopback only'],
  [['start', '--data', '/proc/nothing'], '--data'],
  [['start', '--host', '203.0.113.7', '--port', '0'], '--host'],
  [['start', '--bogus'], '--bogus'],
  [['bogus'], 'bogus'],
  [['help', 'strat'], "unknown command 'strat'; known: start, private-token"],
  [['help', 'user', 'ad'], "unknown command 'ad'; known: add"],
  [['user', 'help', 'ad'], "unknown command 'ad'; known: add"],
  [['private-token', 'create', 'eve'], '--data'],
])('%j is rejected with one clear line', async (args, message) => {
  const { code, out, err } = await run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
  expect(err).not.toContain('    at ')
})

test('help shows a command of a command', async () => {
  const { code, out } = await run(['help', 'user', 'add'])
  expect([code, out.split('\n')[0]]).toEqual([0, 'Usage: reference-server user add [options] <user>'])
})

test.each<[name: string, password: string | Buffer, message: string]>([
  ['nothing', '', 'is empty; write it there'],
  ['an empty line', '\n', 'is empty; write it there'],
  ['what no login may send', 'x'.repeat(4097), 'is longer than the 4096 characters of a login'],
  ['Latin-1', Buffer.from('süß', 'latin1'), 'is not in UTF-8'],
])('no account is added with %s as its password', async (name, password, message) => {
  const folder = join(data, name)
  const { code, err } = await run(['user', 'add', 'ann', '--data', folder, '--fast-hash'], password)
  expect([code, err]).toEqual([1, `reference-server: the password on stdin ${message}\n`])
  expect((await run(['user', 'add', 'ann', '--data', folder, '--fast-hash'], 'x'.repeat(4096))).code).toBe(0)
})

test.each(['', 'a b', 'a\nb', 'x'.repeat(101), 'Ren\uFFFD'])('no account is called %j', async (name) => {
  const { code, err } = await run(['user', 'add', name, '--data', data, '--fast-hash'], 'pw')
  expect([code, err]).toEqual([1, expect.stringContaining('a username has 1 to 100 characters in UTF-8')])
})

test.skipIf(!existsSync('/dev/zero'))('a password without an end is not read to one', () => {
  const zeros = openSync('/dev/zero', 'r')
  const args = [program, 'user', 'add', 'ann', '--data', data]
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: [zeros, 'ignore', 'pipe'],
    timeout: 20_000,
  })
  closeSync(zeros)
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('is longer than')])
})

test('a port in use is said to be', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { code, err } = await run(['start', '--port', String(port)])
  taken.close()
  expect([code, err]).toEqual([
    2,
    `reference-server: port ${port} is in use; choose another, or 0 for a free one\n`,
  ])
})

test('a reader that leaves before the end of a list ends it without a complaint', async () => {
  const { child, ended } = launch(['list'])
  child.stdout.destroy()
  expect(await ended).toMatchObject({ code: 0, err: '' })
})

test.skipIf(!existsSync('/dev/full'))('a list that a full disk cuts off ends with one clear line', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [program, 'list'], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  expect([status, String(stderr)]).toEqual([
    2,
    'reference-server: stdout cannot be written to: ENOSPC: no space left on device, write; send the output elsewhere\n',
  ])
})

test.skipIf(!existsSync('/dev/full'))('a key that cannot be printed is not created', () => {
  const full = openSync('/dev/full', 'w')
  const folder = join(data, 'unprinted')
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, 'access-key', 'create', 'ada', '--data', folder],
    { stdio: ['ignore', full, 'pipe'] },
  )
  closeSync(full)
  expect([status, String(stderr)]).toEqual([
    2,
    'reference-server: no key was created, since stdout cannot be written to: ENOSPC: no space left on device, write; send the output elsewhere\n',
  ])
  expect(readdirSync(join(folder, 'access-keys'))).toEqual([])
})
