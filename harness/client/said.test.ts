import { expect, test } from 'vitest'
import type { Header } from '../wire/exchange.ts'
import { saidBy } from './said.ts'
import { answerOf } from './testing/answers.ts'

const said = (body: string, { target = '/login', status = 200 } = {}) => {
  const { exchange } = answerOf(body, status)
  return saidBy({ ...exchange, request: { ...exchange.request, target } })
}

test('an exchange is told in a line', () => {
  expect(said('{"error":\n\t "no"}\n', { status: 401 })).toBe('POST /login answered 401 {"error":"no"}')
  expect(said(' \n', { status: 204 })).toBe('POST /login answered 204')
})

test('what is wrong is told before the body', () => {
  const { exchange } = answerOf('{"a":1}')
  expect(saidBy(exchange, 'a token')).toBe('POST /login answered 200 (a token): {"a":1}')
  expect(saidBy(answerOf('').exchange, 'a token')).toBe('POST /login answered 200 (a token)')
})

test('a body is told whole up to 160 characters: a secret that is cut could not be found any more', () => {
  expect(said('x'.repeat(160))).toBe(`POST /login answered 200 ${'x'.repeat(160)}`)
  expect(said('x'.repeat(161))).toBe(`POST /login answered 200 ‹161 characters›`)
  expect(said(JSON.stringify({ a: 'x'.repeat(100), b: 'y'.repeat(100), c: 'z', d: 'z' }))).toBe(
    `POST /login answered 200 {"a":"${'x'.repeat(100)}","b":"‹100 characters›","c":"z","d":"z"}`,
  )
  expect(said('no', { target: `/${'x/'.repeat(200)}` })).toBe('POST ‹401 characters› answered 200 no')
})

test('no secret is told by its field or its parameter; what is known is masked when the report is made', () => {
  expect(said('{"token":"abc"}', { target: '/login?otp_code=123456' })).toBe(
    'POST /login?otp_code=*** answered 200 {"token":"***"}',
  )
})

test('of a redirect it is told where it leads', () => {
  const redirect = (status: number, location: string) => {
    const { exchange } = answerOf('', status)
    return saidBy({ ...exchange, response: { ...exchange.response, headers: [['Location', location]] } })
  }
  expect(redirect(302, '/login/?next=%2F&token=abc')).toBe(
    'POST /login answered 302 to /login/?next=%2F&token=***',
  )
  expect(redirect(201, '/users/7/')).toBe('POST /login answered 201')
  expect(redirect(302, `/${'x'.repeat(400)}`)).toBe('POST /login answered 302 to ‹401 characters›')
})

test('of a page its title is told', () => {
  expect(said('<!doctype html><title>Log in</title><p>x')).toBe(
    'POST /login answered 200 ‹HTML, 40 characters, title "Log in"›',
  )
})

test.for<[headers: Header[], way: string]>([
  [[], ''],
  [[['Authorization', 'Bearer abcdefgh']], ' (Authorization: Bearer)'],
  [[['authorization', 'token abcdefgh']], ' (Authorization: token)'],
  [[['Authorization', 'Signature keyId="x"']], ' (Authorization: Signature)'],
  [[['Cookie', 'a=b; sessionid=abcdefgh']], ' (Cookie: sessionid)'],
  [
    [
      ['Authorization', 'Bearer abcdefgh'],
      ['Cookie', 'sessionid=abcdefgh'],
    ],
    ' (Authorization: Bearer, Cookie: sessionid)',
  ],
  [[['Authorization', 'Bearer']], ''],
  [[['Authorization', 'abcdefgh']], ''],
  [[['Cookie', 'oldsessionid=abcdefgh']], ''],
])('the way in is named, the credential is not: %j', ([headers, way]) => {
  const request = { method: 'GET', target: '/users/', headers }
  expect(saidBy({ ...answerOf('no', 401).exchange, request })).toBe(`GET /users/${way} answered 401 no`)
})
