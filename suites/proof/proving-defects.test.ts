import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeOfDefect } from './proving-defects.ts'

test.for([
  ['token-slides', /token\/.*\.ts$/, "'token-slides'"],
  [
    'mfa-skipped-in-query-on-older-family',
    /mfa\/other-requests\.ts$/,
    "'mfa-skipped-in-query-on-older-family'",
  ],
  ['signature-unchecked-under-label-rsa', /signature\/labels\.ts$/, "'signature-unchecked-under-label-rsa'"],
  ['private-token-remembered-for-connection', /\.ts$/, '}-remembered-for-connection`'],
  ['login-body-null-answers-500', /\.ts$/, "'login-body-null-answers-500'"],
] as const)('the definition of %s is found', ([name, file, text]) => {
  const place = placeOfDefect(name)
  expect(place?.file).toMatch(file)
  expect(lineOf(place)).toContain(text)
})

test('no other name is found', () => {
  expect(placeOfDefect('no-such-defect')).toBeUndefined()
})

const lineOf = (place: ReturnType<typeof placeOfDefect>): string =>
  place === undefined ? '' : (readFileSync(place.file, 'utf8').split('\n')[place.line - 1] ?? '')
