import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { traceIdOf } from '../../harness/wire/traceparent.ts'
import { authority, certificates } from '../../harness/wire/testing/certificates.ts'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { conformance, temporaryFolder } from '../../suites/proof/any-server/testing/conformance.ts'
import { startFront } from '../../suites/proof/any-server/testing/front.ts'
import { declared } from '../../suites/proof/any-server/testing/reference.ts'
import { codeBlocks } from '../../harness/testing/code-blocks.ts'
import { reportIn } from '../../harness/testing/run-program.ts'
import { startReference } from '../../harness/testing/start-reference.ts'

const [yaml = ''] = codeBlocks('docs/guides/gateway.md', 'yaml')
const { accounts } = declared({ url: '', control: '' })

/** Prints the code of now, as an app would. */
const printCode = `#!/bin/sh
exec '${process.execPath}' --input-type=module -e "
import { codeOfStep } from 'file://${packageFolder()}/dist/harness/ledgers/code-of-step.js'
const usual = { digits: 6, period: 30, algorithm: 'SHA1' }
console.log(codeOfStep({ ...usual, otpSecret: '${accounts.mfa.otpSecret}' }, Math.floor(Date.now() / 30000)))"
`
/** Logs in on the web page, with what the environment says. */
const logIn = (url: string) => `#!/bin/sh
exec '${process.execPath}' --input-type=module -e "
const page = await fetch('${url}/auth/login/')
const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
const [, csrfmiddlewaretoken] = /csrfmiddlewaretoken[^>]*value=.([^ >]+?).[ >]/.exec(await page.text())
const { CONFORMANCE_USERNAME: username, CONFORMANCE_PASSWORD: password } = process.env
const body = new URLSearchParams({ csrfmiddlewaretoken, username, password })
const headers = { cookie, referer: '${url}/auth/login/' }
const answer = await fetch('${url}/auth/login/', { method: 'POST', body, headers, redirect: 'manual' })
console.log(answer.headers.getSetCookie().join('\\n'))"
`

test('gateway.md: client certificate, .env, commands, headers of a part, trace ids, and masked bodies', async () => {
  const { url } = await startReference('--defect', 'any-authorization-opens-newer-list')
  const demands = { ...certificates.local, ca: authority, requestCert: true, rejectUnauthorized: true }
  const front = await startFront(url, { tls: demands })
  const place = temporaryFolder()
  const write = (name: string, text: string) => writeFileSync(join(place, name), text, { mode: 0o700 })
  write('conformance.yaml', example(front.url))
  write('company-ca.pem', authority)
  write('client.pem', certificates.other.cert)
  write('client.key', certificates.other.key)
  write('print-code.sh', printCode)
  write('log-in.sh', logIn(url))
  const env = { plain: quoted(accounts.plain.password), mfa: quoted(accounts.mfa.password) }
  write('.env', `PLAIN_PASSWORD=${env.plain}\nMFA_PASSWORD=${env.mfa}\nGATEWAY_KEY=key-of-the-gateway\n`)

  const doctor = await conformance(['doctor'], { folder: place })
  for (const part of ['accounts.plain', 'accounts.mfa', 'session'])
    expect(doctor.stdout).toMatch(new RegExp(`^ok +${part.replace('.', String.raw`\.`)} `, 'm'))
  expect(doctor.exitCode).toBe(0)

  const args = ['--runs', '1', '--only', 'login.json', 'anonymous', 'session', 'users']
  const { stdout, stderr, exitCode } = await conformance(args, { folder: place })
  expect(exitCode).toBe(1)

  // Every request carried an id of its own, and the report names those of the failures.
  const ids = front.seen.map(({ headers }) => traceIdOf(Object.entries(headers) as [string, string][]))
  expect(ids.filter((id) => id === undefined)).toEqual([])
  const out = join(place, 'conformance-report', 'partial')
  const report = reportIn(place, 'conformance-report/partial')
  const cases = report.requirements.flatMap((one) => one.cases)
  const shown = cases.flatMap(({ transcript }) => transcript).map(({ traceId }) => traceId)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((id) => !ids.includes(id))).toEqual([])
  expect(stdout).toMatch(/^ {6}log: search for trace id [\da-f]{32} \(exchange \d+\)$/m)
  expect(cases.filter(({ verdict }) => verdict === 'error')).toEqual([])

  // Headers of one part go with it alone.
  const keyed = front.seen.filter(({ headers }) => headers['x-api-key'] === 'key-of-the-gateway')
  expect(new Set(keyed.map(({ method }) => method))).toEqual(new Set(['POST']))
  expect(front.seen.every(({ headers }) => headers['x-reason'] === 'conformance run')).toBe(true)

  // Nothing that a user record holds, and no secret, is in any file or on the terminal.
  const written = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const said = [...written, stdout, stderr, doctor.stdout, doctor.stderr].join('\n')
  expect(said).toMatch(/‹JSON (?:list|object) of \d+, [\d,]+ bytes, digest [\da-f]{8}›/)
  const keyText = certificates.other.key.split('\n')[1] ?? ''
  for (const hidden of ['example.org', 'Lovelace', 'key-of-the-gateway', accounts.plain.password, keyText])
    expect(said).not.toContain(hidden)
  const cookies = front.seen.flatMap(
    ({ headers }) => /sessionid=(\w{20,})/.exec(headers.cookie ?? '')?.[1] ?? [],
  )
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(said).not.toContain(cookie)
})

const quoted = (text: string) => `'${text}'`
const example = (url: string) =>
  yaml
    .replace('https://staging.example.com/service', url)
    .replace('conformance-plain', 'ada')
    .replace('conformance-mfa', 'bob')
