import type { Choices } from '../common/choices.ts'
import { createClock, type Clock } from '../common/clock.ts'
import type { Parts } from './parts.ts'
import { createSignatures } from '../domain/http-signature.ts'
import { createOneTimeCodes } from '../domain/one-time-codes.ts'

/**
 * While the clock is ahead, also accepts codes and signed Dates of the real time, for clients under test that can't be
 * told about a jump.
 */
export function takeRealTime(
  parts: Pick<Parts, 'oneTimeCodes' | 'signatures'>,
  choices: Choices,
  clock: Clock,
  now: () => number = Date.now,
): void {
  const real = createClock(now)
  const isAhead = () => Math.abs(clock.now() - real.now()) > 1000
  const codes = createOneTimeCodes(choices, real)
  const signatures = createSignatures(choices, real)
  const { accepts } = parts.oneTimeCodes
  parts.oneTimeCodes.accepts = (account, code, call) =>
    accepts(account, code, call) || (isAhead() && codes.accepts(account, code))
  const { untimely } = parts.signatures
  parts.signatures.untimely = (call) => {
    const fault = untimely(call)
    return fault !== undefined && isAhead() ? signatures.untimely(call) : fault
  }
}
