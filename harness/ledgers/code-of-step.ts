import { createGuardrails, generateSync } from 'otplib'
import { NotDeclared } from '../outcomes.ts'
import { decodeBase32 } from '../wire/decode-base32.ts'

/** What makes one account's codes (RFC 6238). */
export interface CodeSource {
  username?: string
  /** Absent if a command prints the codes: then no other codes are known. */
  otpSecret?: string | undefined
  otpCommand?: string | undefined
  digits: number
  period: number
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
}

/** Real servers use secrets of 10 bytes; the library's defaults are 16 to 64. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1, MAX_SECRET_BYTES: 2 ** 20 })

/** The code of a time step; step 0 starts at the Unix epoch. */
export function codeOfStep(source: CodeSource, step: number): string {
  const { otpSecret, digits, period } = source
  if (otpSecret === undefined) throw noSecret()
  const secret = decodeBase32(otpSecret.replace(/[ =-]/g, ''))
  const algorithm = source.algorithm.toLowerCase() as 'sha1' | 'sha256' | 'sha512'
  return generateSync({ secret, digits: digits as 6, period, algorithm, epoch: step * period, guardrails })
}

/** A command prints a current code; which other codes are valid is unknown. */
export const noSecret = () =>
  new NotDeclared(
    'otpSecret',
    'needs otpSecret: otpCommand prints no code of a chosen time, and no wrong one',
  )

/** A name that distinguishes one account's codes from another's. */
export const nameOf = ({ otpSecret, username }: CodeSource): string => otpSecret ?? `command of ${username}`

/** The code nearest to `near` whose number is not that of any step from 20 before to 20 after the given time. */
export function wrongCode(source: CodeSource, nowMs: number, near?: string): string {
  const step = Math.floor(nowMs / 1000 / source.period)
  const around = Array.from({ length: 41 }, (_, index) => codeOfStep(source, step - 20 + index))
  const taken = new Set(around.map(Number))
  let number = Number(near ?? 123_456) % 10 ** source.digits
  // Changes the last digit first, so that all others stay correct.
  const change = number % 10 === 9 ? -1 : 1
  while (taken.has(number)) number += change
  return String(number).padStart(source.digits, '0')
}

/** The number of leading zeros of a code; 2 for two or more. */
export const zerosOf = (code: string): number => (code.startsWith('00') ? 2 : code.startsWith('0') ? 1 : 0)
