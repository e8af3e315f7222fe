import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { shellQuote } from '../../../harness/subject/process/shell-quote.ts'
import { certificates } from '../../../harness/wire/testing/certificates.ts'
import { conformance, temporaryFolder } from './testing/conformance.ts'
import { program } from '../../../harness/testing/run-program.ts'
import { codeBlocks } from '../../../harness/testing/code-blocks.ts'
import { startFront, type Canned } from './testing/front.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

const [smallest, whole, unusual, ofItsOwn, cookie] = codeBlocks('docs/declaration.md', 'yaml')
const otp = { otpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DP' }

/**
 * Returns the accounts that the examples name, as a seed file of the reference server, and their secrets as environment.
 */
function world(bobOtp: object = otp) {
  const folder = temporaryFolder()
  const keyId = '4f2c0a36-0d6c-4ab5-8d2b-5f6f3a6b9c11'
  const accounts = [
    {
      username: 'ada',
      password: 'ada-Secret-1',
      privateToken: '5d41402abc4b2a76b9719d911017c592',
      accessKeys: [{ keyId, keySecret: 'key-secret-of-ada' }],
    },
    { username: 'dee', password: 'dee-Secret-2' },
    {
      username: 'bob',
      password: 'bob-Secret-3',
      privateToken: '7d793037a0760186574b0282f2f435e7',
      ...bobOtp,
    },
    { username: 'cyd', password: 'cyd-Secret-4', otpSecret: 'MZXW6YTBOJSXIZLTMZXW6YTB' },
    { username: 'eve', password: 'eve-Secret-5' },
  ]
  const users = join(folder, 'users.yaml')
  writeFileSync(users, JSON.stringify({ accounts }))
  writeFileSync(join(folder, 'ada.password'), 'ada-Secret-1\n')
  const env = {
    ADA_PASSWORD: 'ada-Secret-1',
    DEE_PASSWORD: 'dee-Secret-2',
    BOB_PASSWORD: 'bob-Secret-3',
    BOB_OTP: otp.otpSecret,
    CYD_PASSWORD: 'cyd-Secret-4',
    ADA_PRIVATE_TOKEN: '5d41402abc4b2a76b9719d911017c592',
    BOB_PRIVATE_TOKEN: '7d793037a0760186574b0282f2f435e7',
    ADA_KEY: 'key-secret-of-ada',
  }
  return { folder, env, seedFile: ['--seed-file', users] }
}

/** Returns what doctor confirms; it must find no mistake. */
async function foundRight(folder: string, example: string, env: Record<string, string>): Promise<string[]> {
  writeFileSync(join(folder, 'conformance.yaml'), example)
  const { stdout, stderr } = await conformance(['doctor'], { folder, env })
  expect(stdout.match(/^wrong .*/gm), stdout + stderr).toBeNull()
  return [...stdout.matchAll(/^ok +(\S+)/gm)].map(([, field]) => field!)
}

/** Logs in through the web page of the reference server, as a browser does. */
async function logIn(url: string, username: string, password: string) {
  const page = `${url}/auth/login/`
  const form = await fetch(page)
  const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((one) => one.split(';')[0]!)
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await form.text())![1]!
  const answer = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(form).join('; '), referer: page },
    body: new URLSearchParams({ csrfmiddlewaretoken: token, username, password }),
  })
  const id = cookiesOf(answer).find((one) => one.startsWith('sessionid='))
  return { answer, id: id?.slice('sessionid='.length) ?? '' }
}

test('the smallest declaration', async () => {
  const { folder, env, seedFile } = world()
  const { url } = await startReference(...seedFile)
  const valid = await foundRight(folder, smallest!.replace('http://127.0.0.1:8080', url), env)

  expect(valid).toEqual(['server', 'accounts.plain'])
})

test('the one with everything but a clock, and what its operator runs', async () => {
  const { folder, env, seedFile } = world()
  const data = join(folder, 'data')
  const { url } = await startReference('--data', data, '--variation', 'path-prefix', ...seedFile)
  // Replaces the ssh command of the example.
  const words = [process.execPath, program('reference-server'), 'private-token'].map((word) =>
    shellQuote(word),
  )
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin/ssh'),
    `#!/bin/sh\nexec ${words.join(' ')} "\${3%-token}" "$4" --data ${shellQuote(data)} ${seedFile.join(' ')}\n`,
  )
  chmodSync(join(folder, 'bin/ssh'), 0o755)
  const all = { ...env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` }
  const example = whole!
    .replace('https://staging.example.com/prefix', url)
    .replace('/core/auth/login/', '/auth/login/')
    // Avoids waiting for the time step of a code; the clock is the subject of the next example.
    .replace(/^ {2}mfa2?: .*\n/gm, '')
  const valid = await foundRight(folder, example, all)
  expect(valid).toEqual([
    'server',
    'accounts.plain',
    'accounts.plain2',
    'privateTokens.plain',
    'privateTokens.operator',
    'accessKeys[0]',
    'session',
  ])

  const rules = ['private-token.created-by-operator', 'private-token.second-creation-fails', 'users.json']
  const ran = await conformance(['--quiet', '--runs', '1', '--only', ...rules], { folder, env: all })
  expect([ran.exitCode, ran.stderr]).toEqual([0, ''])
})

test('the one with a clock over HTTP, unusual codes, and an account that may not list', async () => {
  const { folder, env, seedFile } = world({ ...otp, digits: 8, period: 60, algorithm: 'SHA256' })
  const { url, control } = await startReference(...seedFile, '--variation', 'list-not-for-everyone')
  const example = unusual!
    .replace('http://127.0.0.1:8081/control', control)
    .replace('http://127.0.0.1:8080', url)
  const valid = await foundRight(folder, example, env)

  expect(valid).toEqual([
    'server',
    'accounts.plain',
    'accounts.plain2',
    'accounts.mfa',
    'privateTokens.mfa',
    'clock',
  ])
})

test('one that is started in a folder of its own, behind a certificate of nobody and a login page with other fields', async () => {
  const { folder, env, seedFile } = world()
  const { url } = await startReference(...seedFile)
  const front = await startFront(url, {
    tls: certificates.selfSigned,
    async intercept({ target, method, body }): Promise<Canned | undefined> {
      if (target !== '/login/') return undefined
      const form = '<form method="post"><input name="user"><input name="secret" type="password"></form>'
      if (method === 'GET') return { status: 200, headers: { 'content-type': 'text/html' }, body: form }
      const { user, secret } = Object.fromEntries(new URLSearchParams(body))
      const { answer, id } = await logIn(url, user!, secret!)
      return { status: answer.status, headers: { location: '/', 'set-cookie': `sessionid=${id}` } }
    },
  })
  mkdirSync(join(folder, 'server'))
  writeFileSync(
    join(folder, 'server/serve'),
    `#!/bin/sh\necho "$PWD $*" > ../ran\necho '{"ready":true,"url":"${front.url}"}'\nexec sleep 100\n`,
  )
  chmodSync(join(folder, 'server/serve'), 0o755)
  const valid = await foundRight(folder, ofItsOwn!.replace('https://127.0.0.1:8443', front.url), env)

  expect(valid).toEqual(['server', 'accounts.plain', 'session'])
  expect(readFileSync(join(folder, 'ran'), 'utf8')).toMatch(/\/server --data \/\S+\n$/)
  expect(front.seen.some(({ target, body }) => target === '/login/' && body.includes('secret='))).toBe(true)
})

test('a cookie instead of a login page', async () => {
  const { folder, env, seedFile } = world()
  const { url } = await startReference(...seedFile)
  const { id } = await logIn(url, 'ada', env.ADA_PASSWORD)
  const example = cookie!.replace('http://127.0.0.1:8080', url)

  expect(await foundRight(folder, example, { ...env, SESSION_ID: id })).toEqual(['server', 'session'])
})
