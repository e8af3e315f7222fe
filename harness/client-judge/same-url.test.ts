import { expect, test } from 'vitest'
import { isSamePath, isSameQuery } from './same-url.ts'

test.each([
  ['/mfa%2F1', '/mfa%2f1', true],
  ['/mfa%2F1', '/mfa/1', false],
  ['/mfa%2F1', '/MFA%2F1', false],
])('path %s and %s: %s', (one, other, same) => {
  expect(isSamePath(one, other)).toBe(same)
})

test.each([
  ['step=2&next=%2Fhome%3Fa%3Db', 'step=2&next=%2fhome%3fa%3db', true],
  ['step=2&next=%2Fhome%3Fa%3Db', 'step=2&next=/home?a%3Db', true],
  ['step=2&next=%2Fhome%3Fa%3Db', 'step=2&next=%252Fhome%253Fa%253Db', false],
  ['step=2&next=a', 'step=2', false],
  ['step=2', '', false],
])('query %s and %s: %s', (one, other, same) => {
  expect(isSameQuery(one, other)).toBe(same)
})
