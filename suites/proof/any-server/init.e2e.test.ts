import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { conformance, temporaryFolder } from './testing/conformance.ts'
import { startFront } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'
import { freePort } from '../../../harness/wire/testing/servers.ts'

test('init looks gently, writes a declaration, and doctor finds it well', async () => {
  const server = await startReference()
  const front = await startFront(server.url)
  const folder = temporaryFolder()
  const { accounts, privateTokens, accessKeys } = declared(server)
  const [key] = accessKeys
  const args = [
    '--username',
    'ada',
    '--mfa-username',
    'bob',
    '--private-token-of',
    'ada',
    '--access-key-id',
    key!.keyId,
  ]
  const ran = await conformance(['init', '--base-url', front.url, ...args, '--control-url', server.control], {
    folder,
  })

  expect(ran.stderr).toBe('')
  expect(ran.exitCode).toBe(0)
  expect(ran.stdout).toContain(
    'Set PLAIN_PASSWORD, MFA_PASSWORD, MFA_OTP_SECRET, PRIVATE_TOKEN, ACCESS_KEY_SECRET',
  )
  expect(front.seen.length).toBeLessThan(20)
  expect(front.seen.filter(({ method, body }) => method === 'POST' && body !== '{}')).toEqual([])
  const text = readFileSync(join(folder, 'conformance.yaml'), 'utf8')
  const schema = /^# yaml-language-server: \$schema=(.*)$/m.exec(text)![1]!
  expect(existsSync(resolve(folder, schema))).toBe(true)
  expect(parse(text)).toMatchObject({
    baseUrl: front.url,
    pathFamilies: ['users-v1', 'v1'],
    session: { login: { url: '/auth/login/', csrfField: 'csrfmiddlewaretoken', csrfCookie: 'csrftoken' } },
  })
  expect(text).toMatch(/Seen: a page at \/api\/docs\//)

  const env = {
    PLAIN_PASSWORD: accounts.plain.password,
    MFA_PASSWORD: accounts.mfa.password,
    MFA_OTP_SECRET: accounts.mfa.otpSecret,
    PRIVATE_TOKEN: privateTokens.plain.token,
    ACCESS_KEY_SECRET: key!.keySecret,
  }
  const doctor = await conformance(['doctor'], { folder, env })
  expect(doctor.stdout).not.toMatch(/^wrong/m)
  expect(doctor.exitCode).toBe(0)
  const run = await conformance(['--only', 'login', 'signature.accepted', '--quiet'], { folder, env })
  expect(run.exitCode).toBe(0)
})

test('with an address alone everything else stands commented out', async () => {
  const { url } = await startReference()
  const { folder, exitCode } = await conformance(['init', '--base-url', url])

  expect(exitCode).toBe(0)
  const text = readFileSync(join(folder, 'conformance.yaml'), 'utf8')
  expect(parse(text)).toEqual({ baseUrl: url, pathFamilies: ['users-v1', 'v1'] })
  expect((await conformance(['doctor'], { folder })).stdout).toMatch(/^missing +accounts\.plain /m)
  const uncommented = text.replaceAll(/^# (?! *Seen)(?=( *-? *[a-zA-Z]+:( |$)))/gm, '')
  expect(Object.keys(parse(uncommented) as object)).toEqual(
    expect.arrayContaining(['accounts', 'privateTokens', 'accessKeys', 'session', 'clock', 'limits']),
  )
})

test('what exists is kept, a missing address is named, and a dead one is a server that is not there', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'conformance.yaml'), 'baseUrl: http://mine\n')
  const kept = await conformance(['init', '--base-url', 'http://127.0.0.1:9'], { folder })
  expect([kept.exitCode, kept.stderr]).toEqual([
    2,
    expect.stringMatching(/conformance\.yaml exists; .*--force/),
  ])
  expect(readFileSync(join(folder, 'conformance.yaml'), 'utf8')).toBe('baseUrl: http://mine\n')

  const without = await conformance(['init'])
  expect([without.exitCode, without.stderr]).toEqual([2, expect.stringMatching(/--base-url is missing/)])

  const dead = await conformance(['init', '--base-url', `http://127.0.0.1:${await freePort()}`, '--force'], {
    folder,
  })
  expect(dead.exitCode).toBe(6)
  expect(readFileSync(join(folder, 'conformance.yaml'), 'utf8')).toBe('baseUrl: http://mine\n')
})
