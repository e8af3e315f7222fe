import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call } from '../common/call.ts'
import type { Choices } from '../common/choices.ts'
import type { Clock } from '../common/clock.ts'
import type { Account, OtpSettings } from './accounts.ts'
import { readBase32 } from './base32.ts'

export interface OneTimeCodes {
  /** Returns the code of a time step (RFC 6238, RFC 4226 section 5.3). */
  codeAt(otp: OtpSettings, step: number): string
  /** Returns the current time step by the server's clock. */
  currentStep(otp: OtpSettings): number
  /** True if a code of this time step was accepted already, so that it is not accepted again. */
  isUsed(account: Account, step: number): boolean
  /** True if `code` is valid now. A valid code is spent: the same step is not accepted again. */
  accepts(account: Account, code: string, call?: Call): boolean
}

/** One-time codes with a window of time steps, and a memory of the steps used. */
export function createOneTimeCodes(
  choices: Choices,
  clock: Clock,
  usedSteps = new Map<string, Set<number>>(),
): OneTimeCodes {
  const counter = Buffer.alloc(8)
  const codes: OneTimeCodes = {
    codeAt(otp, step) {
      counter.writeUIntBE(step, 2, 6)
      const mac = createHmac(otp.algorithm, readBase32(otp.secret)).update(counter).digest()
      const offset = mac.readUInt8(mac.length - 1) & 0x0f
      const number = mac.readUInt32BE(offset) & 0x7fffffff
      return String(number % 10 ** otp.digits).padStart(otp.digits, '0')
    },
    currentStep: (otp) => Math.floor(clock.now() / 1000 / otp.period),
    isUsed: ({ username }, step) => usedSteps.get(username)?.has(step) ?? false,
    accepts(account, code) {
      const { otp } = account
      if (!otp) return false
      const now = codes.currentStep(otp)
      const used = usedSteps.get(account.username)
      const from = now - choices.codeWindowSteps
      for (const step of used ?? []) if (step < from) used?.delete(step)
      // Starts with the current step, which clients send. A wrong code is compared with all steps, so that timing doesn't
      // reveal how near it was.
      const steps = [now]
      for (let away = 1; away <= choices.codeWindowSteps; away++) steps.push(now - away, now + away)
      const found = steps.find((step) => sameText(code, codes.codeAt(otp, step)) && !used?.has(step))
      if (found === undefined) return false
      if (choices.codeAcceptedOncePerStep) usedSteps.set(account.username, (used ?? new Set()).add(found))
      return true
    },
  }
  return codes
}

/** Compares in a time that depends only on the lengths. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
