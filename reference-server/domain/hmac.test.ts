import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHmacOf } from './hmac.ts'

test('RFC 4231 section 4.3 (test case 2) and RFC 2202 section 3 (test case 2)', () => {
  const hex = (algorithm: 'SHA1' | 'SHA256' | 'SHA512') =>
    Buffer.from(
      createHmacOf(algorithm, Buffer.from('Jefe'))('what do ya want for nothing?', 'base64'),
      'base64',
    ).toString('hex')
  expect(hex('SHA1')).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79')
  expect(hex('SHA256')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
  expect(hex('SHA512')).toMatch(/^164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554/)
})

test.each(['SHA1', 'SHA256', 'SHA512'] as const)(
  '%s agrees with Node for keys and texts of any length',
  (algorithm) => {
    for (const keyLength of [0, 1, 63, 64, 65, 127, 128, 129, 200]) {
      const key = Buffer.from(Array.from({ length: keyLength }, (_, at) => (at * 37 + keyLength) % 256))
      const hmac = createHmacOf(algorithm, key)
      for (const textLength of [0, 1, 8, 100, 5000]) {
        const bytes = Buffer.from(Array.from({ length: textLength }, (_, at) => (at * 41 + textLength) % 256))
        const mac = createHmac(algorithm, key).update(bytes).digest()
        const text = bytes.toString('latin1')
        expect(hmac(text, 'base64')).toBe(mac.toString('base64'))
        expect(Buffer.from(hmac(text, 'binary'), 'latin1')).toEqual(mac)
      }
    }
  },
)
