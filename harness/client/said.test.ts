import { expect, test } from 'vitest'
import type { Header } from '../wire/exchange.ts'
import { createSecrets } from '../wire/masking.ts'
import { saidBy } from './said.ts'
import { answerOf } from './testing/answers.ts'

const said = (body: string, { target = '/login', secrets = createSecrets(), status = 200 } = {}) => {
  const { exchange } = answerOf(body, status)
  return saidBy({ ...exchange, request: { ...exchange.request, target } }, secrets)
}

test('an exchange is told in a line', () => {
  expect(said('{"error":\n\t "no"}\n', { status: 401 })).toBe('POST /login answered 401 {"error": "no"}')
  expect(said(' \n', { status: 204 })).toBe('POST /login answered 204')
})

test('of a long body 160 characters are told', () => {
  expect(said('x'.repeat(160))).toBe(`POST /login answered 200 ${'x'.repeat(160)}`)
  expect(said('x'.repeat(161))).toBe(`POST /login answered 200 ${'x'.repeat(160)}…`)
})

test('no secret is told: by its field, by its parameter, or because it is known', () => {
  const secrets = createSecrets()
  secrets.add('known to the run', 'a password')
  expect(said('{"token":"abc"}', { target: '/login?otp_code=123456' })).toBe(
    'POST /login?otp_code=*** answered 200 {"token":"***"}',
  )
  expect(said('it is "known to the run"', { secrets, target: '/known%20to%20the%20run' })).toBe(
    'POST /*** answered 200 it is "***"',
  )
})

test.each([157, 160, 4000])(
  'a known secret is masked before the body is cut behind %i characters',
  (length) => {
    const secrets = createSecrets()
    secrets.add('e47af8a3d267bf878f17ab95106497e207b5f029', 'a private token')
    const body = `${'- '.repeat(length / 2 - 18)}e47af8a3d267bf878f17ab95106497e207b5f029`
    expect(said(body, { secrets })).not.toContain('e47af8a3')
  },
)

test('and before its spaces are', () => {
  const secrets = createSecrets()
  secrets.add('two  spaces', 'a password')
  expect(said('it is two  spaces', { secrets })).toBe('POST /login answered 200 it is ***')
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
  expect(saidBy({ ...answerOf('no', 401).exchange, request }, createSecrets())).toBe(
    `GET /users/${way} answered 401 no`,
  )
})
