import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from '../start/server.ts'

/** The part of npm's http-signature that is used here; the package has no types. */
interface HttpSignature {
  sign(
    request: ClientRequest,
    options: { keyId: string; key: string; algorithm: string; headers: string[] },
  ): boolean
}
const httpSignature = createRequire(import.meta.url)('http-signature') as HttpSignature

const demo = JSON.parse(
  readFileSync(new URL('../../fixtures/demo-accounts.json', import.meta.url), 'utf8'),
) as {
  accounts: { username: string; password: string; otp?: { secret: string } }[]
  accessKeys: { keyId: string; keySecret: string }[]
  privateTokens: { username: string; token: string }[]
}
const account = (name: string) => demo.accounts.find(({ username }) => username === name)!
const key = demo.accessKeys[0]!
const privateToken = demo.privateTokens.find(({ username }) => username === 'bob')!.token
const families = { 'users-v1': '/api/users/v1/users/', v1: '/api/v1/users/users/' }
const everyone = demo.accounts.length

/** Returns the end of a title if a program is missing and not required. */
function skipped(...commands: [program: string, ...args: string[]][]): string | undefined {
  if (process.env['REQUIRE_CLIENTS'] === '1') return undefined
  for (const [program, ...args] of commands) {
    try {
      execFileSync(program, args, { stdio: 'ignore' })
    } catch {
      return ` (skipped: ${[program, ...args].join(' ')} fails here)`
    }
  }
  return undefined
}
const noPython = skipped(['/usr/bin/python3', '-c', 'import requests, httpsig, pyotp'])
const noCurl = skipped(['curl', '--version'], ['openssl', 'version'], ['oathtool', '--version'])

// A new server for each test, since a one-time code is accepted once.
let server: ServerWithParts
beforeEach(async () => {
  server = await startServer({ fastHash: true })
})
afterEach(() => server.stop())

describe("npm's http-signature", () => {
  /** Returns the status of a signed request. `sentPath`: the path to send if it isn't the signed one. */
  const status = (path: string, headers: string[], secret = key.keySecret, sentPath = path) =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(server.url + path, { agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      outgoing.setHeader('accept', 'application/json')
      httpSignature.sign(outgoing, { keyId: key.keyId, key: secret, algorithm: 'hmac-sha256', headers })
      outgoing.path = sentPath
      outgoing.on('error', reject).end()
    })

  test.each(Object.entries(families))('opens the list of %s', async (_, path) => {
    const shown = ['(request-target)', 'accept', 'date']
    for (const headers of [shown, [...shown, 'host'], ['date', '(request-target)']]) {
      expect(await status(path, headers), headers.join(' ')).toBe(200)
      expect(await status(`${path}?q=a%20b&e=`, headers), headers.join(' ')).toBe(200)
      expect(await status(path, headers, `${key.keySecret}x`), headers.join(' ')).toBe(401)
      expect(await status(path, headers, key.keySecret, `${path}?q=a`), headers.join(' ')).toBe(401)
    }
  })
})

describe.skipIf(noPython)(`python3-requests with python3-httpsig and python3-pyotp${noPython ?? ''}`, () => {
  test('every method and the second step, on both path families', async () => {
    const mfa = ['bob', 'cyd'].map((name) => ({ ...account(name), otpSecret: account(name).otp!.secret }))
    const given = { url: server.url, plain: account('ada'), mfa, key, privateToken }
    const found = JSON.parse(
      await run('/usr/bin/python3', ['-B', beside('requests_client.py')], {}, JSON.stringify(given)),
    ) as Record<string, number[]>

    const ways = [
      'token',
      'token by form',
      'two steps',
      'private token',
      'signature over (request-target) accept date',
      'signature over host date (request-target)',
      'session',
    ]
    expect(found).toEqual(
      Object.fromEntries(
        Object.keys(families).flatMap((family) =>
          ways.map((way) => [`${way} ${family}`, [200, everyone, 401]]),
        ),
      ),
    )
  })
})

describe.skipIf(noCurl)(`curl with openssl and oathtool${noCurl ?? ''}`, () => {
  test.each([
    ['users-v1', 'bob'],
    ['v1', 'cyd'],
  ])('every method and the second step, on %s', async (family, name) => {
    const [plain, mfa] = [account('ada'), account(name)]
    const said = await run(beside('curl-client.sh'), [], {
      URL: server.url,
      FAMILY: family,
      USERNAME: plain.username,
      PASSWORD: plain.password,
      MFA_USERNAME: mfa.username,
      MFA_PASSWORD: mfa.password,
      OTP_SECRET: mfa.otp!.secret,
      KEY_ID: key.keyId,
      KEY_SECRET: key.keySecret,
      PRIVATE_TOKEN: privateToken,
    })

    const ways = ['token', 'two steps', 'private token', 'signature', 'session']
    expect(said.trimEnd().split('\n')).toEqual(ways.map((way) => `${way}: 200 ${everyone} 401`))
  })
})

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Returns what a program printed; rejects with its error output if it fails. */
function run(program: string, args: string[], env: Record<string, string>, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    )
    child.stdin?.end(input)
  })
}
