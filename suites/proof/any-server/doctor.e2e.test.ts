import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformance, temporaryFolder } from './testing/conformance.ts'
import { fieldsOf, startFront } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'
import { freePort } from '../../../harness/wire/testing/servers.ts'

async function doctor(declaration: object) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(declaration))
  return await conformance(['doctor'], { folder })
}

test('the bundled declaration is well', async () => {
  const { exitCode, stdout, stderr } = await conformance(['doctor', '--bundled'])

  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toHaveLength(12)
  expect(stdout).not.toMatch(/^(wrong|missing)/m)
  expect(exitCode).toBe(0)
})

test('what is wrong is told with its fix, what is missing with what waits for it; nothing wrong is tried', async () => {
  const server = await startReference()
  const front = await startFront(server.url)
  const valid = declared({ ...server, url: front.url })
  const { mfa2: _, ...accounts } = valid.accounts
  const { exitCode, stdout } = await doctor({
    ...valid,
    debug: undefined,
    accounts: { ...accounts, plain: { username: 'ada', password: 'not hers, typed by mistake' } },
    accessKeys: [{ ...valid.accessKeys[0], keySecret: 'copied from another line' }],
    session: false,
  })

  expect(exitCode).toBe(2)
  expect(stdout).toMatch(
    /^wrong +accounts\.plain +a valid login was rejected: POST .* answered 401 .*; check username and password/m,
  )
  expect(stdout).toMatch(/^missing +accounts\.mfa2 +declare accounts\.mfa2; needed by cases of [a-z-]+\./m)
  expect(stdout).toMatch(
    /^wrong +accessKeys\[0\] .*check keyId and keySecret.*; needed by cases of token\.fixed-hour, signature\./m,
  )
  expect(stdout).toMatch(/^unsupported +session /m)
  expect(stdout).toMatch(/^missing +debug +declare debug; needed by cases of reference-pages\./m)
  expect(stdout).toMatch(/^ok +accounts\.mfa +bob logs in with a code/m)
  expect(stdout).not.toMatch(/typed by mistake|copied from/)
  const passwords = front.seen
    .filter(({ target }) => /auth\/|login/.test(target))
    .map((asked) => fieldsOf(asked)?.['password'])
    .filter(Boolean)
  const known = [
    ...Object.values(valid.accounts).map(({ password }) => password),
    'not hers, typed by mistake',
  ]
  expect(passwords.every((password) => known.includes(String(password)))).toBe(true)
})

test('the web login of an account that was rejected is not tried', async () => {
  const valid = declared(await startReference())
  const plain = { ...valid.accounts.plain, password: 'not hers' }
  const { exitCode, stdout } = await doctor({ ...valid, accounts: { ...valid.accounts, plain } })

  expect(exitCode).toBe(2)
  expect(stdout).toMatch(/^wrong +session +not tried: its account was rejected; correct the account first/m)
})

test('an account that may not list, and is declared so, is as it should be', async () => {
  const server = await startReference('--variation', 'list-not-for-everyone')
  const valid = declared(server)
  const { plain2 } = valid.accounts
  const accounts = { ...valid.accounts, plain2: { ...plain2, mayList: false } }
  const { exitCode, stdout } = await doctor({ ...valid, accounts })

  expect(stdout).toMatch(/^ok +accounts\.plain2 .*opens no list, as is declared \(mayList: false\)$/m)
  expect(stdout).toMatch(/^ok +accessKeys\[1\] .*opens no list, as is declared/m)
  expect(exitCode).toBe(0)
  expect((await doctor(valid)).stdout).toMatch(/^wrong +accounts\.plain2 .*answered 403/m)
})

test('a server that is not there is named', async () => {
  const { exitCode, stderr } = await doctor({ baseUrl: `http://127.0.0.1:${await freePort()}` })

  expect(exitCode).toBe(6)
  expect(stderr).toMatch(/accepts no connections .*is the server running/)
})

const token = 'token-S3cret-4711-abc'
const privateTokens = { plain: { username: 'ada', token } }

test('a clock control that gives no time: the URL is to be corrected, and what is secret in it is masked', async () => {
  const { url } = await startFront(undefined, { intercept: () => ({ status: 404 }) })
  const clock = { kind: 'control', url: `${url}/${token}/` }
  const { exitCode, stderr } = await doctor({ baseUrl: url, clock, privateTokens })

  expect(stderr).toMatch(/^clock\.url: GET \/\*\*\*\/clock of the clock control answered 404\. .*\n$/)
  expect(exitCode).toBe(2)
})

test('a server that answers in part: what is secret in its address is masked', async () => {
  const cut = { status: 200, headers: { 'Content-Length': '9', Connection: 'close' }, body: '{' }
  const { url } = await startFront(undefined, { intercept: () => cut })
  const { exitCode, stderr } = await doctor({ baseUrl: `${url}/${token}`, privateTokens })

  expect(stderr).toContain('answered GET /***/api/v1/users/users/')
  expect(exitCode).toBe(6)
})
