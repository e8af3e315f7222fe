import { expect, test } from 'vitest'
import { encode } from './encode.ts'

const fields = { username: 'ü & =+%', password: '"\\ ' }

test('JSON keeps the fields as they are', () => {
  const [type, body] = encode({ ...fields, otp_code: 1, seed: null }, 'json')
  expect(type).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ ...fields, otp_code: 1, seed: null })
})

test('a form says the same text, and nothing of it is taken for a separator', () => {
  const [type, body] = encode({ ...fields, otp_code: 1 }, 'form')
  expect(type).toBe('application/x-www-form-urlencoded')
  expect([...new URLSearchParams(body)]).toEqual([...Object.entries(fields), ['otp_code', '1']])
})

test('an undefined field is left out by both', () => {
  expect(encode({ username: 'ada', password: undefined }, 'json')[1]).toBe('{"username":"ada"}')
  expect(encode({ username: 'ada', password: undefined }, 'form')[1]).toBe('username=ada')
})
