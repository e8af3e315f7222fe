import { expect, test } from 'vitest'
import { cutFields, isCut, wholeOrDigest } from './cut.ts'

const fields = (count: number, value = 'v') =>
  Array.from({ length: count }, (_, at): [string, string] => [`set-cookie-${at}`, value])

test('a text up to the limit stays as it is', () => {
  expect(wholeOrDigest('x'.repeat(1000))).toBe('x'.repeat(1000))
  expect(isCut('x'.repeat(1000))).toBe(false)
})

test('of a longer text its length is shown, and a digest by which others are told apart', () => {
  const long = wholeOrDigest('x'.repeat(100_212))
  expect(long).toMatch(/^‹100,212 characters, digest [\da-f]{8}›$/)
  expect(wholeOrDigest('x'.repeat(100_212))).toBe(long)
  expect(wholeOrDigest(`${'x'.repeat(100_211)}y`)).not.toBe(long)
  expect(isCut(long)).toBe(true)
})

test('of many header fields the first are shown, and how many follow', () => {
  expect(cutFields(fields(50))).toEqual(fields(50))
  const [last, ...shown] = cutFields(fields(300)).toReversed()
  expect(shown).toHaveLength(50)
  expect(last?.[0]).toBe('…')
  expect(last?.[1]).toMatch(/^‹250 more fields, 4,\d{3} characters, digest [\da-f]{8}›$/)
  expect(isCut(last?.[1] ?? '')).toBe(true)
  expect(cutFields(fields(40, 'v'.repeat(980)))).toHaveLength(8 + 1)
})
