import { expect, test } from 'vitest'
import { signingStringOf } from './signing-string-of.ts'

const signed = (parameters: string, ...more: [string, string][]) => ({
  method: 'GET',
  url: 'http://one.example/base/api/v1/users/users/?a=1',
  headers: [
    ['Accept', 'application/json'],
    ['Date', 'Tue, 01 Dec 2026 12:00:00 GMT'],
    ['Authorization', `Signature ${parameters}`],
    ...more,
  ] as [string, string][],
})

test('each listed header has a line, in the order of the list', () => {
  expect(
    signingStringOf(
      signed('keyId="***",algorithm="hmac-sha256",headers="(request-target) date",signature="***"'),
    ),
  ).toBe('(request-target): get /base/api/v1/users/users/?a=1\ndate: Tue, 01 Dec 2026 12:00:00 GMT')
})

test('a signature without a list covers the Date header', () => {
  expect(signingStringOf(signed('keyId="***",signature="***"'))).toBe('date: Tue, 01 Dec 2026 12:00:00 GMT')
})

test.each([
  ['it lists a header that is not there', signed('keyId="***",headers="host date",signature="***"')],
  ['there are two credentials', signed('keyId="***",signature="***"', ['authorization', 'Bearer ***'])],
  ['it has another credential', { ...signed(''), headers: [['Authorization', 'Bearer ***']] as const }],
  ['it has none', { ...signed(''), headers: [] }],
])('there is none if %s', (_, request) => {
  expect(signingStringOf(request)).toBeUndefined()
})
