import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformance, filesBelow, judge, temporaryFolder } from './testing/conformance.ts'
import { startFront } from './testing/front.ts'
import { spilled } from './testing/spilled.ts'

/** Starts a server that grants everything and repeats what it was sent, nested and encoded in its own ways. */
const echoing = (token: string) =>
  startFront(undefined, {
    intercept: ({ method, target, headers, body }) => {
      const sent = `${target} ${JSON.stringify(headers)} ${body}`
      const echo = {
        terminal: 'owned \u001b]0; \u0007 \u009b31m',
        token,
        seed: 'seed-of-nobody-4711',
        said: 'go on with seed-of-nobody-4711',
        error: JSON.stringify({ at: JSON.stringify({ said: JSON.stringify({ sent }) }) }),
        entities: [...sent].map((character) => `&#${character.codePointAt(0)};`).join(''),
        twice: Buffer.from(Buffer.from(sent).toString('base64')).toString('base64'),
        cut: sent.slice(0, -3),
      }
      const headersBack = { 'Content-Type': 'application/json', 'X-Seen': encodeURIComponent(body) }
      return { status: method === 'GET' ? 401 : 200, headers: headersBack, body: JSON.stringify(echo) }
    },
  })

const password = 'corr&ct h"rse <b4ttery> stäple'

test('a server that echoes gets its report and its exit code, whatever it repeats, and they contain no secret', async () => {
  const { url } = await echoing('e47af8a3d267bf878f17ab95106497e207b5f029')
  const declaration = {
    baseUrl: url,
    accounts: {
      plain: { username: 'ada', password: '${ADA}' },
      mfa: { username: 'bob', password: 'other-Passw0rd-of-bob', otpSecret: 'jbsw y3dp ehpk 3pxp jbsw y3dp' },
    },
    headers: { 'X-Forwarded-For': '127.0.0.1', 'Cache-Control': 'no-cache', 'X-Org': '${ORG}' },
  }
  const args = ['--only', 'login', 'anonymous', '--format', 'json,junit,html,markdown,allure,sarif']
  const env = { ADA: password, ORG: 'organisation-4711' }
  const { exitCode, folder, stdout, stderr } = await judge(declaration, args, { env })
  expect(exitCode, stderr).toBe(1)
  const secrets = {
    password,
    token: 'e47af8a3d267bf878f17ab95106497e207b5f029',
    seed: 'seed-of-nobody-4711',
    org: 'organisation-4711',
    bob: 'other-Passw0rd-of-bob',
  }
  const written = filesBelow(join(folder, 'conformance-report'))
  expect(written.length).toBeGreaterThan(4)
  const texts = new Map([
    ['stdout', stdout],
    ['stderr', stderr],
    ...written.map((file) => [file, readFileSync(file, 'utf8')] as const),
  ])
  const commands = [['doctor'], ['doctor', '--json'], ['--only', 'anonymous', '--json']]
  for (const words of commands) {
    const ran = await conformance([...words, '--config', 'conformance.json'], { folder, env })
    expect(ran.stdout, words.join(' ')).toContain('owned')
    texts.set(words.join(' '), ran.stdout + ran.stderr)
  }
  for (const [name, text] of texts) {
    expect(spilled(secrets, text), name).toEqual([])
    for (const control of ['\u001b', '\u0007', '\u009b']) expect(text, name).not.toContain(control)
  }
})

test('secrets that are words of ours are masked in their field, and the run ends as it should', async () => {
  const { url } = await echoing('application/json')
  const declaration = {
    baseUrl: url,
    accounts: {
      plain: { username: 'ada', password: 'anonymous' },
      plain2: { username: 'dee', password: 'challenge' },
    },
    privateTokens: { plain: { username: 'ada', token: 'undefined' } },
    session: { cookie: '127.0.0.1' },
    headers: {
      'X-Forwarded-For': '127.0.0.1',
      Origin: url,
      'User-Agent': 'conformance',
      'Accept-Encoding': 'identity',
    },
  }
  const { exitCode, report } = await judge(declaration, ['--only', 'login', 'anonymous', 'private-token'])
  expect(exitCode).toBe(1)
  const body = report.requirements
    .flatMap(({ cases }) => cases.flatMap(({ transcript }) => transcript))
    .find(({ request }) => request.body?.includes('"username":"ada"'))?.request.body
  expect(body).toBe('{"username":"ada","password":"***"}')
  expect(JSON.stringify(report.requirements)).toContain('anonymous')
})

test('a value that YAML takes for an alias is not printed', async () => {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'conformance.yaml'),
    'baseUrl: http://127.0.0.1:1\naccounts: { plain: { username: ada, password: *S3cr3tOfAda } }\n',
  )
  const { exitCode, stdout, stderr } = await conformance([], { folder })
  expect(exitCode).toBe(2)
  expect(stdout + stderr).toContain('put it in quotes')
  expect(stdout + stderr).not.toContain('S3cr3t')
})

test('what a program printed that does not start is shown without what looks secret', async () => {
  const folder = temporaryFolder()
  const command = `echo 'connecting with password=Sup3rS3cret and Bearer abcdef0123456789abcdef'; printf '\\033[2J'; exit 1`
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify({ start: { command } }))
  const { exitCode, stderr } = await conformance([], { folder })
  expect(exitCode).toBe(6)
  expect(stderr).toContain('connecting with password=***')
  for (const hidden of ['Sup3r', 'abcdef0123', '\u001b']) expect(stderr).not.toContain(hidden)
})
