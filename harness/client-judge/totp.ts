import { codeOfStep } from '../ledgers/code-of-step.ts'

/** Returns the one-time code for a time (RFC 6238: SHA-1, six digits, thirty seconds). */
export const codeAt = (otpSecret: string, milliseconds: number): string =>
  codeOfStep({ otpSecret, digits: 6, period: 30, algorithm: 'SHA1' }, Math.floor(milliseconds / 30_000))

/** Returns the codes that are current at a time: that of its time step, and of one step on either side. */
export const codesAround = (secret: string, milliseconds: number): string[] =>
  [0, -30_000, 30_000].map((away) => codeAt(secret, milliseconds + away))
