import { expect, test } from 'vitest'
import { accounts } from './declared-accounts.ts'

test('a secret that is none is rejected: a whole otpauth URL, other letters, a part of one', () => {
  const saidOf = (otpSecret: string) =>
    accounts.safeParse({ mfa: { username: 'bob', password: 'x', otpSecret } }).error?.issues[0]?.message
  expect(saidOf('otpauth://totp/b?secret=AAAA&issuer=b')).toContain('what follows secret= in this URL')
  expect(saidOf('0189')).toContain('must be base32')
  expect(saidOf('AAAA')).toBeUndefined()
  expect(saidOf('JBSWY3DPE')).toContain('is cut off')
  expect(saidOf('- -')).toContain('is cut off')
  expect(saidOf('jbsw y3dp-eb')).toBeUndefined()
})
