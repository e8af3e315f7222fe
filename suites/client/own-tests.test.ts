import { expect, test } from 'vitest'
import { createIdentities } from '../../harness/client-judge/identities.ts'
import { judgeClient } from '../../harness/client-judge/judge.ts'
import { methods } from '../../harness/client-judge/operation.ts'
import type { Played } from '../../harness/client-judge/played.ts'
import type { Recorded } from '../../harness/client-judge/recorded.ts'
import { clientCatalogue } from './catalogue/index.ts'
import { obligations } from './obligations/index.ts'

const identities = createIdentities(1)
const { plain, privateToken } = identities

interface Sent {
  method: string
  target: string
  headers?: [string, string][]
  body?: object
}

/** Verdicts on a client whose own tests send these requests. */
function verdictsOn(...sent: Sent[]): Record<string, string> {
  const exchanges = sent.map(({ method, target, headers = [], body }, at): Recorded => ({
    number: at + 1,
    at: 'api',
    request: { method, target, headers, body: body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0) },
    answer: { status: 200, headers: [], body: Buffer.from('{}') },
    sentAt: at,
    answeredAt: at,
    serverMs: 0,
    realMs: 0,
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
const token: [string, string] = ['authorization', `Token ${privateToken.token}`]

test('wrong requests on purpose, and other endpoints, break nothing', () => {
  const login = '/api/v1/authentication/auth/'
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
