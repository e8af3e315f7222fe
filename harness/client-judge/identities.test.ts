import { expect, test } from 'vitest'
import { createIdentities } from './identities.ts'
import { codeAt } from './totp.ts'

const nowMs = Date.parse('2026-11-20T10:00:29Z')
const seeds = Array.from({ length: 20 }, (_, seed) => seed)

test.each(seeds)('seed %i: each password has all that JSON, a form or a shell would change', (seed) => {
  const { plain, mfa } = createIdentities(seed, nowMs)
  for (const { password } of [plain, mfa])
    for (const sign of ['Q', 'ü', 'é', '&', '=', '+', '%', '%41', '"', '\\n', ' ', '$', "'"])
      expect(password).toContain(sign)
  for (const { password } of [plain, mfa]) expect(password).toMatch(/^ \S.*\S $/)
  expect(plain.password).not.toBe(mfa.password)
})

test.each(seeds)('seed %i: the first codes begin with a zero', (seed) => {
  const { otpSecret } = createIdentities(seed, nowMs).mfa
  const codes = [0, 30, 60].map((seconds) => codeAt(otpSecret, nowMs + seconds * 1000))
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^0\d{5}$/)))
})

test('a seed gives the same values again, and only the secret of the codes depends on the time', () => {
  const [first, again, later] = [nowMs, nowMs, nowMs + 600_000].map((atMs) => createIdentities(3, atMs))
  expect(again).toEqual(first)
  expect(later?.mfa.otpSecret).not.toBe(first?.mfa.otpSecret)
  expect({ ...later, mfa: { ...later?.mfa, otpSecret: '' } }).toEqual({
    ...first,
    mfa: { ...first?.mfa, otpSecret: '' },
  })
})
