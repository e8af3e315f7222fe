import { expect, test } from 'vitest'
import { createIdentities } from '../../harness/client-judge/identities.ts'
import { judgeClient } from '../../harness/client-judge/judge.ts'
import { methods } from '../../harness/client-judge/operation.ts'
import type { Played } from '../../harness/client-judge/played.ts'
import type { Recorded } from '../../harness/client-judge/recorded.ts'
import { clientCatalogue } from './catalogue/index.ts'
import { obligations } from './obligations/index.ts'
import { codeAt } from './totp.ts'

const identities = createIdentities(1)
const { plain, mfa, privateToken } = identities
const codeMs = Date.parse('2026-11-20T10:00:10Z')
const code = codeAt(mfa.otpSecret, codeMs)

interface Sent {
  method: string
  target: string
  headers?: [string, string][]
  body?: object
  answer?: object
  /** What the answer sets `sessionid` to. */
  cookie?: string
}

/** Verdicts on a client whose own tests send these requests. */
function verdictsOn(...sent: Sent[]): Record<string, string> {
  const exchanges = sent.map(({ method, target, headers = [], body, answer = {}, cookie }, at): Recorded => ({
    number: at + 1,
    at: 'api',
    request: { method, target, headers, body: body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0) },
    answer: {
      status: 200,
      headers: cookie === undefined ? [] : [['set-cookie', `sessionid=${cookie}; Path=/`]],
      body: Buffer.from(JSON.stringify(answer)),
    },
    sentAt: at,
    answeredAt: at,
    serverMs: codeMs,
    realMs: codeMs,
  }))
  const played = {
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
  const results = judgeClient({
    rules: new Map(Object.entries(clientCatalogue)),
    obligations,
    scenarios: [],
    played: [played],
    methods,
    kind: 'command',
  })
  return Object.fromEntries(results.map(({ requirement, verdict }) => [requirement, verdict]))
}

const failed = (verdicts: Record<string, string>) =>
  Object.keys(verdicts).filter((id) => verdicts[id] === 'fail')
const json: [string, string] = ['content-type', 'application/json']
const login = '/api/v1/authentication/auth/'
const list = '/api/v1/users/users/'
const token: [string, string] = ['authorization', `Token ${privateToken.token}`]

test('wrong requests on purpose, and other endpoints, break nothing', () => {
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
    { method: 'GET', target: '/api/v1/users/users/', headers: [['authorization', 'Bearer made-up']] },
    { method: 'GET', target: '/api/v1/users/users/', headers: [['authorization', 'Signature keyId="x"']] },
  )
  expect(failed(verdicts)).toEqual([])
  expect(verdicts['client.private-token-scheme']).toBe('pass')
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

test('a private token behind the wrong word does', () => {
  const headers: [string, string][] = [['authorization', `Bearer ${privateToken.token}`]]
  expect(failed(verdictsOn({ method: 'GET', target: '/api/v1/users/users/', headers }))).toEqual([
    'client.private-token-scheme',
  ])
})

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

test.each<[string, Sent[]]>([
  ['a token with a letter behind it', [loggedIn, listed(...bearer('given-tokenx'))]],
  ['a token with a letter before it', [loggedIn, listed(...bearer('xgiven-token'))]],
  ['a private token with a digit behind it', [listed(['authorization', `Token ${privateToken.token}0`])]],
  [
    'a login without a user name',
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
