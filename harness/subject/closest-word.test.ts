import { expect, test } from 'vitest'
import { closestWord } from './closest-word.ts'

const words = ['password', 'username', 'otpSecret', 'url', 'mfa.seed-one-time', 'mfa.seed-fresh']

test.each([
  ['pasword', 'password'],
  ['usrename', 'username'],
  ['otp_secret', 'otpSecret'],
  ['URL', 'url'],
  ['urk', 'url'],
  ['mfa.seed', 'mfa.seed-fresh'],
  ['mfa.see', undefined],
  ['colour', undefined],
  ['xyz', undefined],
])('%s is %s', (word, closest) => {
  expect(closestWord(word, words)).toBe(closest)
})
