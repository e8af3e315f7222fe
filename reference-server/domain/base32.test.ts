import { expect, test } from 'vitest'
import { readBase32 } from './base32.ts'

// RFC 4648 section 10.
test.each([
  ['f', 'MY======'],
  ['fo', 'MZXQ===='],
  ['foo', 'MZXW6==='],
  ['foob', 'MZXW6YQ='],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI======'],
])('%s is %s', (plain, encoded) => {
  expect(readBase32(encoded).toString()).toBe(plain)
  expect(readBase32(encoded.replace(/=+$/, '').toLowerCase()).toString()).toBe(plain)
})

test('another character is an error', () => {
  expect(() => readBase32('MZXW1')).toThrow(RangeError)
})
