import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isSameCode,
  isSameKeySecret,
  isSameName,
  isSamePassword,
  isSameText,
  wrongPassword,
} from './legal-equals.ts'
import { edit, edited, editRecipe, tokenCharacter } from './near-miss.ts'

test.each([
  ['letter case', 'AbC', 'aBc'],
  ['outer white space', ' abc\t', 'abc'],
  ['base64 without its padding', 'YWJjZA', 'YWJjZA=='],
  ['base64url', 'a-_b', 'a+/b'],
  ['base64 with other spare bits', 'YWJjZB==', 'YWJjZA=='],
  ['base64 with padding in the middle', 'YW=JjZA==', 'YWJjZA=='],
  ['base64 with padding before it', '=YWJjZA==', 'YWJjZA=='],
  ['base64 with a mark that is not in its alphabet', 'YWJj-ZA', 'YWJjZA'],
  ['base64url with a mark that is not in its alphabet', 'a-_b/YWJj', 'a-_bYWJj'],
  ['the spare bits of a part', 'YQ.YWI.YWJjZB', 'YQ.YWI.YWJjZA'],
  ['a UUID without hyphens', '1dd65ed2d9b2424d8e2cb10c09a0778b', '1DD65ED2-D9B2-424D-8E2C-B10C09A0778B'],
  ['a UUID in braces', '{1dd65ed2-d9b2-424d-8e2c-b10c09a0778b}', '1dd65ed2-d9b2-424d-8e2c-b10c09a0778b'],
  ['leading zeros of a number', '0042', '42'],
  ['accents', 'tökén', 'token'],
])('may be the same token: %s', (_, text, valid) => {
  expect(isSameText(text, valid)).toBe(true)
})

test.each([
  ['a character changed', 'e47af8a3', 'e47af8a4'],
  ['cut', 'e47af8a', 'e47af8a3'],
  ['twice', 'abcabc', 'abc'],
  ['nothing', '', 'abc'],
])('is another token: %s', (_, text, valid) => {
  expect(isSameText(text, valid)).toBe(false)
})

test('usernames: accents and case may count or not, what stands behind a zero character counts', () => {
  expect(isSameName('ÁDA ', 'ada')).toBe(true)
  expect(isSameName('strasse', 'Straße')).toBe(true)
  expect(isSameName('ada\0x', 'ada')).toBe(false)
})

test('usernames: a domain may count or not', () => {
  expect(isSameName('ada@example.org', 'Ada')).toBe(true)
  expect(isSameName('EXAMPLE\\ada', 'ada@example.org')).toBe(true)
  expect(isSameName('adx@example.org', 'ada@example.org')).toBe(false)
})

test('passwords: letter case counts, normal form, outer white space and zeros at the end need not', () => {
  expect(isSamePassword('Gru\u0308ße ', 'Grüße')).toBe(true)
  expect(isSamePassword('secret\0', 'secret')).toBe(true)
  expect(isSamePassword('secret\0x', 'secret')).toBe(false)
  expect(isSamePassword('Secret', 'secret')).toBe(false)
  expect(isSamePassword(`${'x'.repeat(72)}y`, 'x'.repeat(72))).toBe(true)
  expect(isSameKeySecret('key\0\0', 'key')).toBe(true)
})

test.each(['123 456', '１２３４５６', '+123456', '123456.0', '0123456', '123-456', '١٢٣٤٥٦'])(
  'the code %s is the number 123456',
  (text) => {
    expect(isSameCode(text, '123456')).toBe(true)
  },
)

test.each(['', '12345', '1234567', '123456x', '654321'])('the code %j is another', (text) => {
  expect(isSameCode(text, '123456')).toBe(false)
})

test('most edits make another text, and each is told without the text', () => {
  const valid = 'e47af8a3d267bf878f17ab95106497e207b5f029'
  let others = 0
  fc.assert(
    fc.property(edit(tokenCharacter), (change) => {
      if (!isSameText(edited(valid, change), valid)) others++
      expect(editRecipe('token', change)).not.toContain(valid.slice(0, 8))
    }),
    { seed: 1, numRuns: 500 },
  )
  expect(others).toBeGreaterThan(450)
})

test('a wrong password differs in what is hashed, however long the valid one is', () => {
  expect(wrongPassword('secret', 'more')).toBe('secret-more')
  const long = 'x'.repeat(99)
  expect(isSamePassword(wrongPassword(long, 'more'), long)).toBe(false)
})
