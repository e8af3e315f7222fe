import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Call } from '../call.ts'
import type { Choices } from '../choices.ts'
import type { Clock } from '../clock.ts'
import type { Account, OtpSettings } from './accounts.ts'
import { readBase32 } from './base32.ts'

export interface OneTimeCodes {
  /** The code of one time step (RFC 6238, RFC 4226 section 5.3). */
  codeAt(otp: OtpSettings, step: number): string
  /** The time step in which the server's clock stands. */
  currentStep(otp: OtpSettings): number
  /** Was a code of this time step accepted, so that it is not accepted again? */
  isUsed(account: Account, step: number): boolean
  /** Is `code` right now? A right one is used up: the same step is not accepted again. */
  accepts(account: Account, code: string, call?: Call): boolean
}

/** One-time codes with a window and a memory of the steps used. */
export function createOneTimeCodes(
  choices: Choices,
  clock: Clock,
  usedSteps = new Map<string, Set<number>>(),
): OneTimeCodes {
  const keys = new WeakMap<OtpSettings, KeyObject>()
  const keyOf = (otp: OtpSettings) => {
    const known = keys.get(otp) ?? createSecretKey(readBase32(otp.secret))
    keys.set(otp, known)
    return known
  }
  const codes: OneTimeCodes = {
    codeAt(otp, step) {
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(step))
      const mac = createHmac(otp.algorithm, keyOf(otp)).update(counter).digest()
      const offset = (mac.at(-1) ?? 0) & 0x0f
      const number = mac.readUInt32BE(offset) & 0x7fffffff
      return String(number % 10 ** otp.digits).padStart(otp.digits, '0')
    },
    currentStep: (otp) => Math.floor(clock.now() / 1000 / otp.period),
    isUsed: ({ username }, step) => usedSteps.get(username)?.has(step) ?? false,
    accepts(account, code) {
      const { otp } = account
      if (!otp) return false
      const now = codes.currentStep(otp)
      const used = usedSteps.get(account.username) ?? new Set()
      const from = now - choices.codeWindowSteps
      for (const step of used) if (step < from) used.delete(step)
      let found: number | undefined
      for (let step = from; step <= now + choices.codeWindowSteps; step++) {
        // All of them are compared, so that the time taken does not tell which one is near.
        if (sameText(code, codes.codeAt(otp, step)) && !used.has(step)) found ??= step
      }
      if (found === undefined) return false
      if (choices.codeAcceptedOncePerStep) usedSteps.set(account.username, used.add(found))
      return true
    },
  }
  return codes
}

/** Compares in a time that depends on the lengths alone. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
