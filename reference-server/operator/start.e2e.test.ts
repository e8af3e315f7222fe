import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { certificate } from '../testing/certificate.ts'
import { launch, run, start } from '../testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'reference-server-start-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const tls = ['--tls-cert', file('cert.pem', certificate.cert), '--tls-key', file('key.pem', certificate.key)]

const brokenData = join(folder, 'broken-data')
mkdirSync(join(brokenData, 'accounts'), { recursive: true })
file('broken-data/accounts/61.json', '{')

/** Returns the text that it prints for people once it listens, then stops it. */
async function startText(args: string[], use: (text: string) => Promise<void> = async () => {}) {
  const { child, printed, stop } = await start(['--fast-hash', ...args])
  // The text is written at once, and ends with an empty line.
  while (!printed.err.endsWith('\n\n')) await once(child.stderr, 'data')
  await use(printed.err)
  expect(await stop()).toBe(0)
  return printed.err
}

const missing = spawnSync('curl', ['--version']).error !== undefined
if (missing && process.env['CI']) throw new Error('there is no curl')
const why = missing ? ' (skipped: there is no curl)' : ''

test.skipIf(missing).each([
  ['plain', []],
  ['with TLS', tls],
  ['on IPv6', ['--host', '::1']],
])(`%s: each line to paste opens the list${why}`, async (_name, args) => {
  await startText(args, async (text) => {
    const lines = text.split('\n').filter((line) => /^  \S*.*curl .*users\/v1\/users\//.test(line))
    const heads = [
      'Token (ada)',
      'Token (bob), with a second factor',
      'Private token (ada)',
      'Signature (ada)',
      'Session (ada)',
    ]
    expect(heads.filter((head) => !text.includes(head))).toEqual([])
    expect(lines).toHaveLength(heads.length)
    // The specification says that bodies are JSON. A client modelled on this line must pass the rules for clients.
    expect(lines[1]).toMatch(
      /otp\/auth\/\S* -H 'Content-Type: application\/json' -H 'Cache-Control: no-cache'/,
    )
    const printed = await Promise.all(lines.map((line) => promisify(execFile)('sh', ['-c', line])))
    for (const { stdout } of printed) expect(stdout).toContain('"username":"ada"')
    // zsh reads unquoted brackets as a pattern.
    expect(text).not.toMatch(/curl [^']*\[::1\]/)
  })
})

test('the secret of the demo key is printed, and which defects and variations are on', async () => {
  const demo = readFileSync(new URL('../../fixtures/demo-accounts.json', import.meta.url), 'utf8')
  const [key] = (JSON.parse(demo) as { accessKeys: { keyId: string; keySecret: string }[] }).accessKeys
  const plain = await startText([])
  expect(plain).toContain(`  key ID ${key?.keyId}  key secret ${key?.keySecret}\n`)
  expect(plain).not.toMatch(/on purpose|legally/)
  const wrong = await startText(['--defect', 'lists-open-to-everyone', '--variation', 'jumpserver-3.10'])
  expect(wrong).toContain(
    '\n\nActive defects\n  lists-open-to-everyone\n\nActive variations\n  jumpserver-3.10\n\n',
  )
})

test.skipIf(missing)(`the lines to the control port show its token${why}`, async () => {
  const token = file("clock's token", 'a-token-of-twenty-letters\n')
  await startText(['--control-port', '0', '--control-token-file', token], async (text) => {
    expect(text).not.toContain('a-token-of')
    const printed = async (path: string) => {
      const line = text.split('\n').find((one) => one.includes(path)) ?? ''
      return (await promisify(execFile)('sh', ['-c', line])).stdout
    }
    expect(await printed('/clock/advance')).toContain('"now"')
    expect(await printed('/accounts/bob/code')).toMatch(/"code":"\d{6}"/)
  })
})

test('with a seed file it names the accounts, and prints no password where no terminal is', async () => {
  const seedFile = file(
    'users.yaml',
    'accounts: [{ username: zoe, password: pass-of-zoe, privateToken: token-of-zoe }]',
  )
  const text = await startText(['--seed-file', seedFile])
  expect(text).toContain('zoe')
  expect(text).not.toMatch(/pass-of-zoe|token-of-zoe/)
  const data = join(folder, 'data')
  const made = await run(['private-token', 'create', 'zoe', '--data', data, '--seed-file', seedFile])
  expect(made).toMatchObject({ code: 1, err: expect.stringContaining('has a private token') })
})

test('a long seed file is said to take a while, a signal meanwhile ends it with 0, and its accounts are counted', async () => {
  const accounts = Array.from({ length: 2000 }, (_, n) => `{ username: user-${n}, password: pass-of-${n} }`)
  const seedFile = file('long.yaml', `accounts: [${accounts.join(', ')}]`)
  const { child, ended } = launch(['start', '--port', '0', '--seed-file', seedFile])
  expect(await once(child.stderr, 'data')).toEqual([
    expect.stringContaining('hashing 2000 passwords of long.yaml'),
  ])
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })

  const text = await startText(['--seed-file', seedFile])
  expect(text).toMatch(/user-0, .* user-19\n  and 1980 more\n/)
})

/** Starts a login and waits until the server works on it: it has sent 100 Continue. */
async function underWay(url: string): Promise<{ answer: Promise<[number | undefined, string | undefined]> }> {
  const outgoing = request(`${url}/api/users/v1/auth/`, {
    method: 'POST',
    headers: { expect: '100-continue', connection: 'keep-alive', 'content-type': 'application/json' },
  })
  const answer = once(outgoing, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume()
    return [response?.statusCode, response?.headers.connection] as [number | undefined, string | undefined]
  })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.end('{}')
  return { answer }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s: what is under way is answered, then it ends with 0',
  async (signal) => {
    // Delayed, so that the signal comes before the answers.
    const { ready, stop } = await start(['--fast-hash', '--latency', '1000'])
    const requests = await Promise.all(Array.from({ length: 10 }, () => underWay(ready.url)))
    const ended = stop(signal)
    // Clients that know that this connection ends send no further request on it.
    for (const { answer } of requests) expect(await answer).toEqual([400, 'close'])
    expect(await ended).toBe(0)
    await expect(fetch(ready.url)).rejects.toThrow()
  },
)

test('the effective configuration is printed, secrets masked, and nothing is started', async () => {
  const data = join(folder, 'untouched')
  const options = ['--latency', '10-20', '--defect', 'token-lives-61-minutes', '--data', data, ...tls]
  const { code, out, err } = await run(['start', ...options, '--print-config'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toMatchObject({
    options: {
      port: 8080,
      host: '127.0.0.1',
      debug: false,
      latency: { from: 10, to: 20 },
      tls: { key: '***' },
    },
    choices: { skewSeconds: 300, sessionCookieAttributes: expect.stringContaining('Secure') },
    paths: { webLogin: '/auth/login/' },
  })
  expect(out).not.toContain('PRIVATE KEY')
  expect((await run(['private-token', 'show', 'eve', '--data', data])).code).toBe(1)
})

test.each([
  [['--latency', 'slow'], 'is not a latency'],
  [['--latency', '300-100'], 'is not a latency'],
  [['--rate-limit', '0'], 'must be 1 or more'],
  [['--deterministic', 'x'], 'is not a whole number'],
  [['--cors-origin', 'localhost'], 'is not an origin'],
  [['--cors-origin', 'http://localhost/path'], 'is not an origin'],
  [['--log', 'loud'], 'loud'],
  [['--tls-cert', join(folder, 'cert.pem')], 'go together'],
  [
    ['--tls-cert', join(folder, 'none.pem'), '--tls-key', join(folder, 'key.pem')],
    '--tls-cert cannot be read',
  ],
  [['--tls-cert', join(folder, 'key.pem'), '--tls-key', join(folder, 'key.pem')], 'do not make a pair'],
  [['--seed-file', join(folder, 'none.yaml')], 'the seed file cannot be read'],
  [
    ['--seed-file', file('broken.yaml', 'accounts: [{ username: zoe }]')],
    'broken.yaml:1: accounts[0].password must be given',
  ],
  [['--data', brokenData], 'is not JSON; fix or'],
  [['--data', ''], '"" is not a folder'],
  [['--host', ''], '"" is not an address'],
  [['--host', '::1%lo'], 'is not an address'],
  [['--host', 'no-such-name.invalid'], 'this machine has no address "no-such-name.invalid"'],
  [['--control-host', '127.0.0.1'], 'there is no control port'],
  [['--control-token-file', join(folder, 'cert.pem')], 'there is no control port'],
  [['--print-config', '--server-version', '2'], 'is not a version'],
  [['--print-config', '--fast-hash', '--host', '0.0.0.0'], 'is for loopback only'],
  [['--print-config', '--seed-file', join(folder, 'none.yaml')], 'the seed file cannot be read'],
])('start %j is rejected with one clear line', async (args, message) => {
  const { code, out, err } = await run(['start', '--port', '0', ...args])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
  expect(err).not.toContain('    at ')
})

test.skipIf(!existsSync('/dev/zero')).each([
  [['--seed-file', '/dev/zero'], 'the seed file cannot be read: it is larger than 256 MiB'],
  [
    ['--tls-cert', '/dev/zero', '--tls-key', '/dev/zero'],
    '--tls-cert cannot be read: it is larger than 1 MiB',
  ],
  [
    ['--control-port', '0', '--control-token-file', '/dev/zero'],
    '--control-token-file cannot be read: it is',
  ],
  [['--demand-header-file', '/dev/zero'], '--demand-header-file cannot be read: it is larger than 1 MiB'],
])('start %j does not read to an end that never comes', async (args, message) => {
  const { code, err } = await run(['start', '--port', '0', ...args])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test.skipIf(process.platform === 'win32')('a folder that everyone may write to is warned of', async () => {
  const data = join(folder, 'open-data')
  mkdirSync(data)
  const warning = `warning: everyone on this machine may write to ${data}`
  expect(await startText(['--data', data])).not.toContain('warning')
  chmodSync(data, 0o777)
  expect(await startText(['--data', data])).toContain(warning)
})

test.skipIf(process.platform === 'win32')('SIGUSR1 opens no inspector', async () => {
  const { child, printed, stop } = await start(['--fast-hash'])
  child.kill('SIGUSR1')
  // Shows that the process survived the first signal, which Node delivers with a delay.
  await expect.poll(() => child.kill('SIGUSR1')).toBe(true)
  expect(await stop()).toBe(0)
  expect(printed.err).not.toContain('Debugger')
})
