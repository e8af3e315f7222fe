import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authority, certificates } from '../../../harness/wire/testing/certificates.ts'
import { conformance, judge, temporaryFolder, type Judged } from './testing/conformance.ts'
import { startFront, type Front } from './testing/front.ts'
import { declared } from './testing/reference.ts'
import { startReference } from '../../../harness/testing/start-reference.ts'

/** Every method, both families, a second step, a web login: everything that an address could break. */
const everything = ['--only', 'token.bearer', 'login.json', 'private-token', 'signature', 'session', 'users']
const secondStep = ['mfa.second-step-grants-token', 'mfa.otp-url-relative']

/** Returns what neither passed nor was free; without declared commands, some of it can't be tested. */
const open = ({ report }: Judged) =>
  report.requirements
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
    .flatMap(({ id, verdict, cases }) => cases.map(({ message }) => `${id} ${verdict}: ${message}`))
    .filter((line) => !line.includes('declare privateTokens.operator'))

test('a path prefix with a trailing slash is in every path, in what is signed, and in otp_url', async () => {
  const { url, control } = await startReference('--variation', 'path-prefix')
  expect(url).toMatch(/\/service\/one$/)
  const judged = await judge(declared({ url: `${url}/`, control }), [...everything, ...secondStep])

  expect(judged.stderr).toBe('')
  expect(open(judged)).toEqual([])
})

test('a server with an IPv6 address is judged', async () => {
  const { url, control } = await startReference('--host', '::1')
  expect(url).toMatch(/^http:\/\/\[::1\]:/)
  const judged = await judge(declared({ url, control }), [...everything, ...secondStep])

  expect(open(judged)).toEqual([])
})

test('a server with a certificate of a private authority is judged', async () => {
  const server = await startReference()
  const front = await startFront(server.url, { tls: certificates.local })
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'ca.pem'), authority)
  const declaration = { ...declared({ ...server, url: front.url }), session: false }
  const judged = await judge(
    { ...declaration, tls: { ca: 'ca.pem' } },
    ['--only', 'users', 'signature', ...secondStep],
    { folder },
  )

  expect(open(judged)).toEqual([])
  // Its notes on the budget of failed logins are the same for any server that limits them.
  expect(judged.report.notes.filter((note) => !note.includes('failed logins'))).toEqual([])

  writeFileSync(join(folder, 'unknown.json'), JSON.stringify(declaration))
  const unknown = await conformance(['--config', 'unknown.json'], { folder })
  expect(unknown.exitCode).toBe(6)
  expect(unknown.stderr).toMatch(/signed by an authority that is not known here .*tls\.ca/)
})

test('a certificate that is not checked is named in the report and on the terminal', async () => {
  const server = await startReference()
  const front = await startFront(server.url, { tls: certificates.selfSigned })
  const judged = await judge({ ...declared({ ...server, url: front.url }), tls: { insecure: true } }, [
    '--only',
    'users',
    '--quiet',
  ])

  expect(open(judged)).toEqual([])
  expect(judged.report.notes.join('\n')).toMatch(/tls\.insecure: certificates were not checked/)
  expect(judged.stderr).toMatch(/^Warning: tls\.insecure/)
  expect(judged.stdout).toBe(`partial: ${front.url}\n`)
})

test('a unix socket', async () => {
  const server = await startReference()
  const front = await startFront(server.url, { listen: { path: join(temporaryFolder(), 's') } })
  expect(front.url).toMatch(/^unix:/)
  const judged = await judge(declared({ ...server, url: front.url }), [...everything, ...secondStep])

  expect(front.seen.length).toBeGreaterThan(0)
  expect(open(judged)).toEqual([])
})

test('the proxy that the usual variables name is used', async () => {
  const server = await startReference()
  const proxy = await startFront(server.url, { proxy: true })
  const judged = await judge(
    declared({ url: 'http://api.example:8080', control: server.control }),
    [...everything, ...secondStep],
    { env: { http_proxy: proxy.url, no_proxy: '' } },
  )

  expect(proxy.seen.every(({ target }) => target.startsWith('http://api.example:8080/'))).toBe(true)
  expect(open(judged)).toEqual([])
})

const older = /^\/api\/users\/v1\/(auth|users)\/(?=\?|$)/
const newer = (target: string) =>
  target
    .replace('/api/users/v1/auth/', '/api/v1/authentication/auth/')
    .replace('/api/users/v1/', '/api/v1/users/')

test.each([307, 308])('a %i within the origin is followed, and signed again', async (status) => {
  const server = await startReference()
  const front = await startFront(server.url, {
    intercept: ({ target }) =>
      older.test(target) ? { status, headers: { Location: newer(target) }, body: '' } : undefined,
  })
  const { having } = await judge(declared({ ...server, url: front.url }), [...everything, ...secondStep])

  expect(having('fail')).toEqual([])
  expect(having('inconclusive')).toEqual([])
  expect(having('error')).toEqual([])

  // With just a key, a signed request is the first to meet the redirect.
  const { accessKeys, baseUrl, clock } = declared({ ...server, url: front.url })
  const signedOnly = await judge({ accessKeys, baseUrl, clock }, ['--only', 'signature'])
  expect(signedOnly.having('pass').length).toBeGreaterThan(10)
  expect(signedOnly.having('fail')).toEqual([])
  const redirected = front.seen.filter((one) => one.status === status)
  const signed = redirected.filter(({ headers }) => headers.authorization?.startsWith('Signature'))
  expect(signed.length).toBeGreaterThan(0)
  for (const { headers } of signed) {
    const same = front.seen.filter((one) => one.headers.authorization === headers.authorization)
    expect(new Set(same.map(({ target }) => target)).size).toBe(1)
  }
})

test('more than three redirects are not followed', async () => {
  const server = await startReference()
  const front = await startFront(server.url, {
    intercept: ({ target }) => {
      const hop = /^\/hop\/(\d+)$/.exec(target)?.[1]
      if (hop === undefined && !target.startsWith('/api/v1/users/users/')) return undefined
      return { status: 307, headers: { Location: `/hop/${Number(hop ?? 0) + 1}` } }
    },
  })
  const { verdict } = await judge(declared({ ...server, url: front.url }), [
    '--only',
    'users',
    'token.bearer',
  ])

  expect(front.seen.map(({ target }) => target)).toContain('/hop/3')
  expect(front.seen.map(({ target }) => target)).not.toContain('/hop/4')
  expect(verdict('token.bearer')).not.toBe('pass')
})

test('nothing is ever sent to another origin', async () => {
  const server = await startReference()
  const other: Front = await startFront(undefined)
  const redirects: Record<string, number> = {
    '/api/users/v1/users/': 307,
    '/api/users/v1/auth/': 308,
    '/api/v1/users/users/': 302,
  }
  const front = await startFront(server.url, {
    intercept: ({ target }) => {
      const status = redirects[target.split('?')[0]!]
      return status === undefined ? undefined : { status, headers: { Location: other.url + target } }
    },
    alter(answer, { target, method }) {
      if (method === 'POST' && target === '/auth/login/')
        return { ...answer, headers: { ...answer.headers, location: `${other.url}/home` } }
      const body = answer.body?.replace(/"otp_url":"/, `"otp_url":"${other.url}`)
      if (body === undefined || body === answer.body) return answer
      const { 'content-length': _, ...headers } = answer.headers ?? {}
      return { ...answer, headers, body }
    },
  })
  const declaration = declared({ ...server, url: front.url })
  const { having } = await judge(declaration, [
    '--only',
    'login',
    'mfa',
    'token.bearer',
    'private-token',
    'session',
    'users',
  ])
  await judge(declaration, ['--only', 'signature.accepted', 'signature.query-string'])

  expect(front.seen.some(({ answer }) => answer.includes(`"otp_url":"${other.url}`))).toBe(true)
  expect(front.seen.some(({ target }) => target === '/auth/login/')).toBe(true)
  expect(having('pass').length).toBeGreaterThan(0)
  expect(other.seen).toEqual([])
})
