import { expect, test } from 'vitest'
import { createChoices, someAccount, stillClock } from '../testing/fixture.ts'
import type { OtpSettings } from './accounts.ts'
import { createOneTimeCodes } from './one-time-codes.ts'

const sha1 = { ...someAccount.otp, digits: 8 } as OtpSettings

// RFC 6238 appendix B.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code at %i seconds is %s', (seconds, code) => {
  expect(createOneTimeCodes(createChoices(), stillClock()).codeAt(sha1, Math.floor(seconds / 30))).toBe(code)
})

test('other hash functions give the codes of RFC 6238 too', () => {
  const codes = createOneTimeCodes(createChoices(), stillClock())
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA'
  expect(codes.codeAt({ ...sha1, secret, algorithm: 'SHA256' }, 1)).toBe('46119246')
})

function setUp() {
  const clock = stillClock()
  const choices = createChoices()
  const codes = createOneTimeCodes(choices, clock)
  const otp = someAccount.otp as OtpSettings
  const codeOf = (step: number) => codes.codeAt(otp, codes.currentStep(otp) + step)
  return { choices, clock, codes, codeOf }
}

test('the window is one step either side', () => {
  for (const [step, accepted] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const { codes, codeOf } = setUp()
    expect(codes.accepts(someAccount, codeOf(step)), `step ${step}`).toBe(accepted)
  }
})

test('a code is accepted once for its step, and the next one after it', () => {
  const { clock, codes, codeOf } = setUp()
  const code = codeOf(0)
  expect(codes.accepts(someAccount, code)).toBe(true)
  expect(codes.accepts(someAccount, code)).toBe(false)
  clock.advance({ seconds: 30 })
  expect(codes.accepts(someAccount, code)).toBe(false)
  expect(codes.accepts(someAccount, codeOf(0))).toBe(true)
})

test('only the very text of a code is accepted', () => {
  const { codes, codeOf } = setUp()
  const code = codeOf(0)
  for (const other of ['', ` ${code}`, `${code} `, code.slice(1), `${code}0`, `0${code}`, 'abcdef']) {
    expect(codes.accepts(someAccount, other)).toBe(false)
  }
  const { otp: _, ...withoutFactor } = someAccount
  expect(codes.accepts(withoutFactor, code)).toBe(false)
})

test('a step is known to be used until it is out of the window', () => {
  const used = new Map<string, Set<number>>()
  const clock = stillClock()
  const codes = createOneTimeCodes(createChoices(), clock, used)
  const otp = someAccount.otp as OtpSettings
  const step = codes.currentStep(otp)
  expect(codes.isUsed(someAccount, step)).toBe(false)
  expect(codes.accepts(someAccount, codes.codeAt(otp, step))).toBe(true)
  expect(codes.isUsed(someAccount, step)).toBe(true)
  expect(codes.isUsed(someAccount, step + 1)).toBe(false)
  clock.advance({ seconds: 60 })
  expect(codes.accepts(someAccount, codes.codeAt(otp, step + 2))).toBe(true)
  expect([...(used.get(someAccount.username) ?? [])]).toEqual([step + 2])
})

test('where codes may be used again, none is remembered', () => {
  const used = new Map<string, Set<number>>()
  const choices = { ...createChoices(), codeAcceptedOncePerStep: false }
  const codes = createOneTimeCodes(choices, stillClock(), used)
  const otp = someAccount.otp as OtpSettings
  const code = codes.codeAt(otp, codes.currentStep(otp))
  expect([codes.accepts(someAccount, code), codes.accepts(someAccount, code)]).toEqual([true, true])
  expect(used.size).toBe(0)
})
