import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { startAdapterProcess } from './adapter-process.ts'

/** Returns the client's reply to a first operation; the client is this shell command. */
async function reply(command: string, timeoutMs = 20_000, told: NodeJS.ProcessEnv = {}) {
  const adapter = startAdapterProcess({ command, cwd: '.', env: { ...process.env, ...told }, timeoutMs })
  try {
    return await adapter.ask({ op: 'list' })
  } finally {
    await adapter.end()
  }
}

test.each([
  [`echo '{"ok":true,"users":[{"a":1}]}'`, { kind: 'ok', users: [{ a: 1 }] }],
  [`echo '{"ok":false,"error":"wrong password"}'`, { kind: 'error', error: 'wrong password' }],
  [`echo '{"ok":false,"error":{"status":401}}'`, { kind: 'error', error: '{"status":401}' }],
  [`echo '{"ok":false}'`, { kind: 'error', error: '' }],
  [`echo '{"ok":false,"unsupported":true}'`, { kind: 'unsupported' }],
])('a client that does %s answers', async (command, wanted) => {
  expect(await reply(`read line; ${command}; cat`)).toEqual(wanted)
})

test.each([
  ['dies', 'exit 3', 'ended (exit code 3) without an answer'],
  [
    'writes half a line',
    `printf '{"ok":tr'`,
    'ended (exit code 0) without an answer, after a line without a line break: {"ok":tr',
  ],
  [
    'writes an unknown word',
    'echo hello; cat',
    'wrote a line that is not JSON (write each answer on one line, and anything else to stderr): hello',
  ],
  ['writes another object', `echo '{"fine":1}'; cat`, 'wrote a line without "ok": true or false: {"fine":1}'],
  ['writes invalid UTF-8', `printf '\\377\\n'; cat`, 'wrote a line that is not UTF-8'],
  ['writes 100 MB', 'head -c 100000000 /dev/zero; cat', 'wrote a line of more than 4 MiB'],
])('a client that %s gets a fault', async (_what, command, fault) => {
  expect(await reply(`read line; ${command}`)).toEqual({ kind: 'fault', fault })
})

test('a client that writes nothing gets a fault when its time is over', async () => {
  expect(await reply('read line; cat', 50)).toEqual({
    kind: 'fault',
    fault:
      'gave no answer to list within 50 ms; flush stdout after each line, or raise timeoutMs in client.yaml',
    late: true,
  })
})

test('a client that writes half a line, and no more, has that line in its fault', async () => {
  expect(await reply(`read line; printf '{"ok":tr'; cat`, 2000)).toEqual({
    kind: 'fault',
    fault: 'gave no answer to list within 2000 ms, after a line without a line break: {"ok":tr',
    late: true,
  })
})

test('an operation may take longer than the others', async () => {
  const adapter = startAdapterProcess({
    command: 'read line; cat',
    cwd: '.',
    env: process.env,
    timeoutMs: 50,
  })
  expect(await adapter.ask({ op: 'list' }, 20)).toEqual({
    kind: 'fault',
    fault:
      'gave no answer to list within 70 ms; flush stdout after each line, or raise timeoutMs in client.yaml',
    late: true,
  })
  await adapter.end()
})

test('ten lines for one operation are a fault of the next', async () => {
  const command = `read line; for i in 1 2 3 4 5 6 7 8 9 10; do echo '{"ok":true}'; done; cat`
  const adapter = startAdapterProcess({ command, cwd: '.', env: process.env, timeoutMs: 20_000 })
  expect(await adapter.ask({ op: 'list' })).toEqual({ kind: 'ok' })
  await expect
    .poll(() => adapter.ask({ op: 'list' }))
    .toMatchObject({ kind: 'fault', fault: expect.stringContaining('lines for one operation') })
  await adapter.end()
})

test('after a banner, no answer is taken for that to a later operation', async () => {
  const command = `echo Starting; while read line; do echo '{"ok":true}'; done`
  const adapter = startAdapterProcess({ command, cwd: '.', env: process.env, timeoutMs: 20_000 })
  const fault =
    'wrote a line that is not JSON (write each answer on one line, and anything else to stderr): Starting'
  expect(await adapter.ask({ op: 'use', method: 'token' })).toEqual({ kind: 'fault', fault })
  expect(await adapter.ask({ op: 'list' })).toEqual({ kind: 'fault', fault })
  await adapter.end()
})

test('an answer that is not JSON spoils none after it', async () => {
  const command = `read line; echo '{"ok":true}'; read line; echo no; while read line; do echo '{"ok":true}'; done`
  const adapter = startAdapterProcess({ command, cwd: '.', env: process.env, timeoutMs: 20_000 })
  const kinds = []
  for (let asked = 0; asked < 3; asked++) kinds.push((await adapter.ask({ op: 'list' })).kind)
  expect(kinds).toEqual(['ok', 'fault', 'ok'])
  await adapter.end()
})

test('empty lines are no answers', async () => {
  expect(await reply(`printf '\n'; read line; printf '\r\n{"ok":true}\n'; cat`)).toEqual({ kind: 'ok' })
})

// Only Linux shows which processes left the group.
const ways = process.platform === 'linux' ? ['sh -c', 'setsid sh -c'] : ['sh -c']

const urls = [undefined, 'http://127.0.0.1:1/of/this/client']

test.each(ways.flatMap((way) => urls.map((url) => [way, url] as const)))(
  'a process that a client starts by %s, and that never ends, ends with the client (base URL: %s)',
  async (start, url) => {
    const file = join(createFreshFolder({ onTestFinished }), 'pid')
    const endless = `${start} 'trap "" HUP TERM; echo $$ >${file}; while :; do sleep 600; done' &`
    const command = `${endless} while [ ! -s ${file} ]; do :; done; while read line; do echo '{"ok":true}'; done`
    const told = url === undefined ? {} : { CONFORMANCE_BASE_URL: url }
    expect(await reply(command, 20_000, told)).toEqual({ kind: 'ok' })
    const pid = readFileSync(file, 'utf8').trim()
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
    // If no process reaps it, it remains as a zombie.
    expect([pid, stdout.trim()]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^Z|^$/)])
  },
)
