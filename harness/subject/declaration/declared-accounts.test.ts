import { expect, test } from 'vitest'
import { accounts } from './declared-accounts.ts'

test('a whole otpauth URL instead of the secret gets an error that says which part to declare', () => {
  const saidOf = (otpSecret: string) =>
    accounts.safeParse({ mfa: { username: 'bob', password: 'x', otpSecret } }).error?.issues[0]?.message
  expect(saidOf('otpauth://totp/b?secret=AAAA&issuer=b')).toContain('what follows secret= in this URL')
  expect(saidOf('0189')).toContain('must be base32')
  expect(saidOf('AAAA')).toBeUndefined()
})
