import { expect, test } from 'vitest'
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
