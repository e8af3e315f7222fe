import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createIdentities } from '../../harness/client-judge/identities.ts'
import { judgeClient } from '../../harness/client-judge/judge.ts'
import { observedNote } from '../../harness/client-judge/observed.ts'
import { methods } from '../../harness/client-judge/operation.ts'
import type { Played } from '../../harness/client-judge/played.ts'
import type { Recorded } from '../../harness/client-judge/recorded.ts'
import { clientCatalogue } from './catalogue/index.ts'
import { obligations } from './obligations/index.ts'
import { codeAt } from '../../harness/client-judge/totp.ts'

const codeMs = Date.parse('2026-11-20T10:00:10Z')
const identities = createIdentities(1, codeMs)
const { plain, mfa, privateToken } = identities
const code = codeAt(mfa.otpSecret, codeMs)

interface Sent {
  method: string
  target: string
  headers?: [string, string][]
  body?: object | string
  answer?: object
  /** The value to which the answer sets `sessionid`. */
  cookie?: string
}

/** Returns the verdicts on a client whose own tests send these requests. */
const verdictsOn = (...sent: Sent[]): Record<string, string> =>
  Object.fromEntries(resultsOn(...sent).map(({ requirement, verdict }) => [requirement, verdict]))

const resultsOn = (...sent: Sent[]) =>
  judgeClient({
    rules: new Map(Object.entries(clientCatalogue)),
    obligations,
    scenarios: [],
    played: [playedOf(sent)],
    methods,
    kind: 'command',
  })

function playedOf(sent: readonly Sent[]): Played {
  const exchanges = sent.map(({ method, target, headers = [], body, answer = {}, cookie }, at): Recorded => ({
    number: at + 1,
    at: 'api',
    request: {
      method,
      target,
      headers,
      body: Buffer.from(typeof body === 'object' ? JSON.stringify(body) : (body ?? '')),
    },
    answer: {
      status: 200,
      headers: cookie === undefined ? [] : [['set-cookie', `sessionid=${cookie}; Path=/`]],
      body: Buffer.from(JSON.stringify(answer)),
    },
    sentAt: 100 * at,
    answeredAt: 100 * at + 20,
    serverMs: codeMs,
    realMs: codeMs,
  }))
  return {
    scenario: 'command',
    kind: 'command',
    method: undefined,
    variations: [],
    situations: new Map(),
    exchanges,
    operations: [],
    identities,
    prefix: '',
    pages: [],
    origin: 'http://127.0.0.1:1',
    otherOrigin: 'http://localhost:2',
  } as unknown as Played
}

const failed = (verdicts: Record<string, string>) =>
  Object.keys(verdicts).filter((id) => verdicts[id] === 'fail')
const json: [string, string] = ['content-type', 'application/json']
const login = '/api/v1/authentication/auth/'
const list = '/api/v1/users/users/'
const token: [string, string] = ['authorization', `Token ${privateToken.token}`]
const bearer = (value: string): [string, string][] => [['authorization', `Bearer ${value}`]]
const loggedIn: Sent = {
  method: 'POST',
  target: login,
  headers: [json],
  body: { username: plain.username, password: plain.password },
  answer: { token: 'given-token' },
}
const otpUrl = '/api/users/v1/otp/auth/'
const challenged: Sent = {
  ...loggedIn,
  body: { username: mfa.username, password: mfa.password },
  answer: { code: 101, msg: '', otp_url: otpUrl, seed: 'given-seed' },
}
const step = (body: object): Sent => ({ method: 'POST', target: otpUrl, headers: [json], body })
const listed = (...headers: [string, string][]): Sent => ({ method: 'GET', target: list, headers })

test('invalid requests on purpose, and other endpoints, break nothing', () => {
  const verdicts = verdictsOn(
    { method: 'POST', target: login, headers: [json], body: { username: plain.username, password: 'wrong' } },
    { method: 'POST', target: login, headers: [json], body: { name: 'x' } },
    { method: 'GET', target: '/api/v1/users/profile/', headers: [token] },
    { method: 'POST', target: '/api/v1/users/users/', headers: [token, json], body: { username: 'new' } },
    {
      method: 'PUT',
      target: '/api/v1/users/password/',
      headers: [token, json],
      body: { old: plain.password },
    },
    {
      method: 'PATCH',
      target: '/api/v1/users/profile/',
      headers: [token, json],
      body: { username: plain.username, password: plain.password, email: 'new' },
    },
    { method: 'GET', target: '/api/v1/users/users/', headers: [['authorization', 'Bearer made-up']] },
    { method: 'GET', target: '/api/v1/users/users/', headers: [['authorization', 'Signature keyId="x"']] },
  )
  expect(failed(verdicts)).toEqual([])
  expect(verdicts['client.private-token-scheme']).toBe('pass')
})

test('a password that is not escaped, or in multipart, is no JSON and no form', () => {
  const { username, password } = plain
  for (const body of [
    `{"username":"${username}","password":"${password}"}`,
    `username=${encodeURIComponent(username)}&password=${password}`,
    ['username', username, 'password', password]
      .map((text, at) =>
        at % 2 === 0 ? `--x\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n` : `${text}\r\n`,
      )
      .concat('--x--\r\n')
      .join(''),
  ])
    expect(failed(verdictsOn({ ...loggedIn, body }))).toEqual(['client.login-body'])
})

test('a body without its end, or without the username, may be malformed on purpose', () => {
  const { username, password } = plain
  for (const body of [`{"username":"${username}","password":"${password}`, `{"password":"${password}"}`])
    expect(failed(verdictsOn({ ...loggedIn, body }))).toEqual([])
})

describe('credentials that are not of this run', () => {
  const signature = `Signature keyId="${identities.key.keyId}",algorithm="hmac-sha256",headers="(request-target)",signature="bm9wZQ=="`
  const foreign: [string, string][][] = [
    [],
    ...['Bearer nope', 'Token nope', `Bearer ${privateToken.token}0`, signature].map(
      (value): [string, string][] => [['authorization', value]],
    ),
    [['cookie', 'sessionid=nope']],
  ]
  const requests = ['GET', 'HEAD', 'POST', 'DELETE'].flatMap((method) =>
    [list, '/api/v1/users/users', '/users'].flatMap((target) =>
      foreign.map((headers): Sent => ({ method, target, headers })),
    ),
  )

  test.each(requests)('neither keep nor break a rule: $method $target $headers', (sent) => {
    expect(new Set(Object.values(verdictsOn(sent)))).toEqual(new Set(['untested']))
  })

  test('are counted as observed, each of them', () => {
    const body = { username: plain.username, password: 'wrong' }
    const wrongLogin = { method: 'POST', target: login, headers: [json], body }
    const sent = [wrongLogin, ...foreign.map((headers) => listed(...headers))]
    expect(observedNote(obligations, playedOf(sent))).toMatch(/: 1 login, 6 lists$/)
  })
})

test.each<[string, Sent[]]>([
  ['a token', [loggedIn, listed(...bearer('given-token'))]],
  ['a private token', [listed(token)]],
  [
    'a session',
    [{ method: 'POST', target: '/auth/login/', cookie: 'one' }, listed(['cookie', 'sessionid=one'])],
  ],
])('a list by %s of this run keeps the rules of the list', (_what, sent) => {
  expect(verdictsOn(...sent)).toMatchObject({ 'client.list-get': 'pass', 'client.list-path': 'pass' })
})

test('a valid password at a wrong path, by a wrong method or in a URL does', () => {
  const { username, password } = plain
  expect(
    failed(verdictsOn({ method: 'POST', target: '/login', headers: [json], body: { username, password } })),
  ).toEqual(['client.login-path'])
  const query = new URLSearchParams({ username, password }).toString()
  expect(failed(verdictsOn({ method: 'GET', target: `/api/v1/authentication/auth/?${query}` }))).toEqual([
    'client.login-post',
    'client.no-secret-in-url',
  ])
})

test('the path of a URL with a secret in it is told, the secret is not', () => {
  const { username, password } = plain
  const query = new URLSearchParams({ username, password }).toString()
  const found = resultsOn({ method: 'GET', target: `${login}?${query}` })
  expect(found.find(({ requirement }) => requirement === 'client.no-secret-in-url')?.message).toMatch(
    /the password is in it: GET \/api\/v1\/authentication\/auth\/\?username=[^&]+&password=\*\*\*$/,
  )
})

test('a seed that otp_url itself names may be in the URL of the second step, and in no other', () => {
  const itsUrl = '/api/users/v1/otp/given-seed/auth/'
  const named = { ...challenged, answer: { ...challenged.answer, otp_url: itsUrl } }
  const toItsUrl = { ...step({ seed: 'given-seed', otp_code: code }), target: itsUrl }
  expect(failed(verdictsOn(named, toItsUrl))).not.toContain('client.no-secret-in-url')
  const inQuery = { ...toItsUrl, target: `${itsUrl}?seed=given-seed` }
  expect(failed(verdictsOn(named, inQuery))).toContain('client.no-secret-in-url')
})

test('the query of a second step is told, a one-time code in it is not', () => {
  const sent = { ...step({ seed: 'given-seed', otp_code: code }), target: `${otpUrl}?otp_code=${code}` }
  const withQuery = { ...challenged, answer: { ...challenged.answer, otp_url: `${otpUrl}?page=2` } }
  const found = resultsOn(withQuery, sent).find(
    ({ requirement }) => requirement === 'client.second-step-query',
  )
  expect(found?.message).toContain('it is ?otp_code=***')
})

test('a rule takes as long as the exchanges that show it, and a failure marks the one that broke it', () => {
  const sent = (scheme: string): Sent[] => [
    { method: 'GET', target: list },
    { method: 'GET', target: list, headers: [['authorization', `${scheme} ${privateToken.token}`]] },
  ]
  const one = (scheme: string) =>
    resultsOn(...sent(scheme)).find(({ requirement }) => requirement === 'client.private-token-scheme')
  expect(one('Token')).toMatchObject({ verdict: 'pass', durationMs: 20 })
  const failed = one('Bearer')
  expect(failed).toMatchObject({ verdict: 'fail', durationMs: 40 })
  expect(failed?.transcript.map(({ violates }) => violates)).toEqual([undefined, true])
})

test('a private token behind the wrong word does', () => {
  const headers: [string, string][] = [['authorization', `Bearer ${privateToken.token}`]]
  expect(failed(verdictsOn({ method: 'GET', target: '/api/v1/users/users/', headers }))).toEqual([
    'client.private-token-scheme',
  ])
})

test.each<[string, Sent[]]>([
  ['a token with a letter behind it', [loggedIn, listed(...bearer('given-tokenx'))]],
  ['a token with a letter before it', [loggedIn, listed(...bearer('xgiven-token'))]],
  ['a private token with a digit behind it', [listed(['authorization', `Token ${privateToken.token}0`])]],
  [
    'a login without a username',
    [{ method: 'POST', target: login, headers: [json], body: { password: plain.password } }],
  ],
  ['a second step without a code', [challenged, step({ seed: 'given-seed' })]],
  ['a second step with a wrong code', [challenged, step({ seed: 'given-seed', otp_code: 'wrong' })]],
])('%s, wrong on purpose, breaks nothing', (_what, sent) => {
  expect(failed(verdictsOn(...sent))).toEqual([])
})

test.each<[string, Sent[], string[]]>([
  [
    'a token without its scheme word',
    [loggedIn, listed(['authorization', 'given-token'])],
    ['client.token-bearer'],
  ],
  [
    'no space before the token',
    [loggedIn, listed(['authorization', 'Bearergiven-token'])],
    ['client.token-bearer'],
  ],
  ['a token in another header', [loggedIn, listed(['x-token', 'given-token'])], ['client.token-bearer']],
  [
    'other names of fields',
    [{ ...loggedIn, body: { user: plain.username, password: plain.password } }],
    ['client.login-fields'],
  ],
  [
    'a code under another name',
    [challenged, step({ seed: 'given-seed', code })],
    ['client.second-step-fields', 'client.second-step-no-cache'],
  ],
])('%s does', (_what, sent, wanted) => {
  expect(failed(verdictsOn(...sent))).toEqual(wanted)
})

test('two sessions side by side are two, and each has its own last value', () => {
  const given = (cookie: string): Sent => ({ method: 'POST', target: '/auth/login/', cookie })
  const by = (id: string, cookie?: string): Sent => ({
    ...listed(['cookie', `sessionid=${id}`]),
    ...(cookie === undefined ? {} : { cookie }),
  })
  expect(failed(verdictsOn(given('one'), given('two'), by('one'), by('two')))).toEqual([])
  expect(failed(verdictsOn(given('one'), by('one', 'two'), by('one')))).toEqual(['client.session-latest'])
})

test.each(['Accept', 'accept', 'ACCEPT', 'aCCept'])(
  'of a signed header name in the wrong case, %s, the line is shown',
  (name) => {
    const { keyId, keySecret } = identities.key
    const date = new Date(codeMs).toUTCString()
    const text = `(request-target): get ${list}\n${name}: application/json\ndate: ${date}`
    const signature = createHmac('sha256', keySecret).update(text).digest('base64')
    const names = 'headers="(request-target) accept date"'
    const sent = listed(
      [name, 'application/json'],
      ['date', date],
      [
        'authorization',
        `Signature keyId="${keyId}",algorithm="hmac-sha256",${names},signature="${signature}"`,
      ],
    )
    const result = resultsOn(sent).find(({ requirement }) => requirement === 'client.signature-headers')
    const line = `line 2 is "${name}: application/json", but should be "accept: application/json"`
    expect(result?.message ?? '').toEqual(name === 'accept' ? '' : expect.stringContaining(line))
  },
)

test('where a signature is wrong, other rules of signatures name what to correct first', () => {
  const { keyId, keySecret } = identities.key
  const date = new Date(codeMs).toUTCString()
  const signed = (signedTarget: string): Sent => {
    const text = [`(request-target): get ${signedTarget}`, 'accept: application/json', `date: ${date}`].join(
      '\n',
    )
    const signature = createHmac('sha256', keySecret).update(text).digest('base64')
    const list = 'headers="(request-target) accept date"'
    const value = `Signature keyId="${keyId}",algorithm="hmac-sha256",${list},signature="${signature}"`
    const headers: [string, string][] = [
      ['accept', 'application/json'],
      ['date', date],
      ['authorization', value],
    ]
    return { method: 'GET', target: '/api/v1/users/users/?limit=1', headers }
  }
  const said = (target: string) =>
    resultsOn(signed(target)).find(({ requirement }) => requirement === 'client.signature-secret')
  expect(said('/api/v1/users/users/?limit=1')?.verdict).toBe('pass')
  expect(said('/api/v1/users/users/')).toMatchObject({
    verdict: 'untested',
    message: 'the signatures break client.signature-target; correct that first',
  })
})
