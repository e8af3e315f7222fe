import { expect, test } from 'vitest'
import { createIdentities } from '../../harness/client-judge/identities.ts'
import { judgeClient } from '../../harness/client-judge/judge.ts'
import type { Played } from '../../harness/client-judge/played.ts'
import type { Recorded } from '../../harness/client-judge/recorded.ts'
import { clientCatalogue } from './catalogue/index.ts'
import { obligations } from './obligations/index.ts'

const identities = createIdentities(1, 0)
const { plain } = identities
const logins = 3000

/** A client that logs in for each list, and sends a token in the URL once, at the end. */
const exchanges = Array.from({ length: 2 * logins }, (_, at): Recorded => {
  const isLogin = at % 2 === 0
  const token = `token-${Math.floor(at / 2)}-${'x'.repeat(30)}`
  return {
    number: at + 1,
    at: 'api',
    operation: 1,
    request: {
      method: isLogin ? 'POST' : 'GET',
      target: isLogin
        ? '/api/v1/authentication/auth/'
        : `/api/v1/users/users/${at === 2 * logins - 1 ? `?token=${token}` : ''}`,
      headers: isLogin ? [['content-type', 'application/json']] : [['authorization', `Bearer ${token}`]],
      body: Buffer.from(
        isLogin ? JSON.stringify({ username: plain.username, password: plain.password }) : '',
      ),
    },
    answer: {
      status: isLogin ? 200 : 401,
      headers: [],
      body: Buffer.from(isLogin ? JSON.stringify({ token }) : '{}'),
    },
    sentAt: at,
    answeredAt: at,
    serverMs: 0,
    realMs: 0,
  }
})

test('a client that logs in thousands of times is judged within seconds', () => {
  const played = {
    scenario: 'list-rejected-token',
    kind: 'scenario',
    method: 'token',
    variations: [],
    situations: new Map(),
    exchanges,
    operations: [],
    identities,
    told: plain,
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
    methods: ['token'],
    kind: 'scenario',
  })
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement)
  expect(failed).toEqual(['client.no-secret-in-url'])
}, 60_000)
