import { expect, test } from 'vitest'
import type { Header, WireRequest } from './exchange.ts'
import { requestDigest, requestKind } from './request-kind.ts'

const json: Header = ['Content-Type', 'application/json']
const form: Header = ['content-type', 'application/x-www-form-urlencoded; charset=utf-8']
const post = (headers: Header[], body: string): Partial<WireRequest> => ({ method: 'POST', headers, body })

test.for<[kind: string, request: Partial<WireRequest>]>([
  ['GET /users/', {}],
  ['GET /users/ with a query', { target: '/users/?q=s3cret' }],
  ['GET /users/ with Authorization: bearer', { headers: [['Authorization', 'Bearer s3cret']] }],
  ['GET /users/ with an unknown Authorization', { headers: [['authorization', 's3cret']] }],
  ['GET /users/ with a cookie', { headers: [['Cookie', 'sessionid=s3cret']] }],
  ['GET /…/users/', { target: '/q1w2e3r4/users/' }],
  ['GET /api/v1/authentication/auth/', { target: '/api/v1/authentication/auth/' }],
  ['POST /users/ with a JSON object', post([json], '{"password":"s3cret"}')],
  ['POST /users/ with other JSON', post([json], '["s3cret"]')],
  ['POST /users/ with junk', post([json], '{s3cret')],
  ['POST /users/ with a form', post([form], 'password=s3cret')],
  ['POST /users/ with a body of text/plain', post([['Content-Type', 'text/plain']], 's3cret')],
  ['POST /users/ with a body of no type', post([], 's3cret')],
  ['POST /users/ with a large body', post([json], 'x'.repeat(20_000))],
])('%s', ([kind, request]) =>
  expect(requestKind({ method: 'GET', target: '/users/', headers: [], ...request })).toBe(kind),
)

test('a digest is that of the same credential and body, whatever the date', () => {
  const digest = (headers: Header[], body?: string) =>
    requestDigest({ method: 'POST', target: '/', headers, ...(body === undefined ? {} : { body }) })
  expect(digest([['Date', 'one']], 'a')).toBe(digest([['Date', 'two']], 'a'))
  expect(digest([], 'a')).not.toBe(digest([], 'b'))
  expect(digest([['Authorization', 'Token a']])).not.toBe(digest([['Authorization', 'Token b']]))
})
