import { LeftOut } from '../outcomes.ts'
import { codeOfStep, noSecret, zerosOf, type CodeSource } from './code-of-step.ts'
import type { Until } from './retry-after.ts'
import { createTimeSteps } from './time-steps.ts'
import { noteCode } from './try.ts'

export interface CodeClock {
  now(): number
  /** True if waiting for a time step is a jump instead of real time. */
  movable: boolean
  /** `control` gives the time to the millisecond, the others to about a second. */
  kind?: string
}

/** How far ahead to look for a time step whose code begins with zeros, in time steps. */
const farthestAhead = 1000

/**
 * How long before the end of its step a code is sent at the latest, in seconds. If the clock can't be moved, also how long
 * after the start at the earliest: the Date header may be that of another clock than the one that checks codes.
 */
export const marginSeconds = 5

/**
 * Hands out the one-time codes of a run. A code is handed out from 2 s after the start of its step, or `marginSeconds` if the
 * clock can't be moved, to `marginSeconds` before the end.
 * @param mayBeSent resolves once a request may be sent; called first, because a code would grow old while it waits
 * @param commanded returns a code of an account whose codes a command prints
 */
export function createOneTimeCodes(
  clock: CodeClock,
  mayBeSent: (until: Until) => Promise<void> = async () => {},
  commanded: (source: CodeSource) => Promise<string> = () => Promise.reject(noSecret()),
) {
  const earliest = clock.movable ? 2 : marginSeconds
  const steps = createTimeSteps(clock)

  return {
    /** Call this when the subject's time becomes known: the run begins now. The estimate before may be minutes off. */
    begin: steps.begin,
    stepsLeft: steps.left,
    asked: steps.asked,

    /** True if `next` would wait for a time step; unknown, and false, if a command prints the code. */
    waits: (source: CodeSource): boolean =>
      source.otpCommand === undefined && upcoming(source, 0).atMs > clock.now(),

    /**
     * @param until waits for a time on the subject's clock, in milliseconds since the Unix epoch
     * @param zeros the number of leading zeros, 2 for two or more; left to chance if the clock can't be moved. 0 by default,
     *   so that a server that rejects such codes only fails the cases that ask for them
     * @throws LeftOut if no step in reach has such a code
     * @throws SetupFailed if it would wait in real time for a code that nothing asks for, or nothing may be sent
     * @throws NotDeclared if the clock can't be moved and the run has waited long enough for this secret
     */
    async next(source: CodeSource, until: Until, zeros = 0): Promise<string> {
      await mayBeSent(until)
      if (source.otpCommand !== undefined) {
        if (zeros > 0) throw noSecret()
        steps.demandAsked(source)
        noteCode(true)
        return await commanded(source)
      }
      const { step: nextStep, atMs } = upcoming(source, zeros)
      if (atMs > clock.now()) {
        steps.demandAsked(source)
        steps.giveLater(source, nextStep)
        await until(atMs)
      }
      const step = stepAt(clock.now(), source)
      steps.give(source, step)
      noteCode(true)
      return codeOfStep(source, step)
    },

    /**
     * Returns a code shortly before its step ends, so that the next one, and that of another secret, follow within seconds.
     * Both can then be used with something that expires soon.
     * @param neededMs how long the requests within the step take on a slow subject
     * @throws as `next`
     */
    async nextAtEnd(source: CodeSource, beside: CodeSource, until: Until, neededMs: number): Promise<string> {
      const { otpSecret, period } = source
      if (otpSecret === undefined || beside.otpSecret === undefined) throw noSecret()
      await mayBeSent(until)
      steps.demandAsked(source)
      const endOf = (step: number) => (step + 1) * period
      const lead = (clock.kind === 'control' ? 1.5 : 5) + Math.min(10, neededMs / 1000)
      const inTime = Math.floor((clock.now() / 1000 + lead) / period)
      const step = firstFrom(
        Math.max(steps.lastUsed(source) + 1, inTime),
        (one) =>
          isPlain(source, one) &&
          isPlain(source, one + 1) &&
          isPlain(beside, Math.floor(endOf(one) / beside.period)),
      )
      steps.giveLater(source, step)
      await until((endOf(step) - lead) * 1000)
      noteCode(true)
      return codeOfStep(source, step)
    },
  }

  /** The time step of the next code with so many leading zeros, and when that code can be sent, in milliseconds. */
  function upcoming(source: CodeSource, zeros: number): { step: number; atMs: number } {
    const { period } = source
    const nowMs = clock.now()
    const current = stepAt(nowMs, source)
    const used = steps.lastUsed(source)
    const isWanted = (step: number) => !clock.movable || zerosOf(codeOfStep(source, step)) === zeros
    const into = nowMs / 1000 - current * period
    const isLate = into > period - marginSeconds
    const step =
      current > used && !isLate && isWanted(current)
        ? current
        : firstFrom(Math.max(used, current) + 1, isWanted)
    return { step, atMs: Math.max(nowMs, (step * period + earliest) * 1000) }
  }

  /** True if the code has no leading zeros, or if the clock leaves no choice. */
  function isPlain(source: CodeSource, step: number): boolean {
    return !clock.movable || zerosOf(codeOfStep(source, step)) === 0
  }
}

const stepAt = (ms: number, { period }: CodeSource): number => Math.floor(ms / 1000 / period)

function firstFrom(next: number, isWanted: (step: number) => boolean): number {
  for (let step = next; step < next + farthestAhead; step++) if (isWanted(step)) return step
  throw new LeftOut(`none of the next ${farthestAhead} one-time codes begins with so many zeros`)
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>
