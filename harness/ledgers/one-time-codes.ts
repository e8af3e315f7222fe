import { createGuardrails, generateSync } from 'otplib'
import { LeftOut, NotDeclared, SetupFailed } from '../outcomes.ts'
import { noteCode } from './try.ts'
import type { Until } from './retry-after.ts'

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

/** Real servers use secrets of 10 bytes; the library's default minimum is 16. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1, MAX_SECRET_BYTES: 1024 })

/** The code of a time step; step 0 starts at the Unix epoch. */
export function codeOfStep(source: CodeSource, step: number): string {
  const { otpSecret: secret, digits, period } = source
  if (secret === undefined) throw noSecret()
  const algorithm = source.algorithm.toLowerCase() as 'sha1' | 'sha256' | 'sha512'
  return generateSync({ secret, digits: digits as 6, period, algorithm, epoch: step * period, guardrails })
}

/** A command prints a current code; which other codes are valid is unknown. */
const noSecret = () =>
  new NotDeclared(
    'otpSecret',
    'needs otpSecret: otpCommand prints no code of a chosen time, and no wrong one',
  )

/** A name that distinguishes one account's codes from another's. */
export const nameOf = ({ otpSecret, username }: CodeSource): string => otpSecret ?? `command of ${username}`

/** The code nearest to `near` whose number is not that of any step from 20 before to 20 after the given time. */
export function wrongCode(source: CodeSource, nowMs: number, near?: string): string {
  const taken = codesAround(source, Math.floor(nowMs / 1000 / source.period))
  let number = Number(near ?? 123_456) % 10 ** source.digits
  // Changes the last digit first, so that all others stay correct.
  const step = number % 10 === 9 ? -1 : 1
  while (taken.has(number)) number += step
  return String(number).padStart(source.digits, '0')
}

const lastAround = new Map<string, { step: number; codes: ReadonlySet<number> }>()

/** The codes from 20 steps before to 20 after. They take half a millisecond, so the last ones are cached. */
function codesAround(source: CodeSource, step: number): ReadonlySet<number> {
  const { digits, period, algorithm } = source
  const key = `${nameOf(source)} ${digits} ${period} ${algorithm}`
  const last = lastAround.get(key)
  if (last?.step === step) return last.codes
  const codes = new Set(
    Array.from({ length: 41 }, (_, index) => Number(codeOfStep(source, step - 20 + index))),
  )
  lastAround.set(key, { step, codes })
  return codes
}

export interface CodeClock {
  now(): number
  /** True if waiting for a time step is a jump instead of real time. */
  movable: boolean
  /** `control` gives the time to the millisecond, the others to about a second. */
  kind?: string
}

/** How far ahead to look for a time step whose code begins with zeros, in time steps. */
const farthestAhead = 1000

/** The number of leading zeros of a code; 2 for two or more. */
const zerosOf = (code: string): number => (code.startsWith('00') ? 2 : code.startsWith('0') ? 1 : 0)

/**
 * How long before the end of its step a code is sent at the latest, in seconds. If the clock can't be moved, also how long
 * after the start at the earliest: the Date header may be that of another clock than the one that checks codes.
 */
export const marginSeconds = 5

/** The most steps that a run without a movable clock waits for, per secret. */
const realTimeSteps = 14

/**
 * Hands out the one-time codes of a run. No step is used twice for a secret, and the one in which the run began is not used
 * at all. A code is handed out from 2 s after the start of its step, or `marginSeconds` if the clock can't be moved, to
 * `marginSeconds` before the end.
 * @param mayBeSent resolves once a request may be sent; called first, because a code would grow old while it waits
 * @param commanded returns a code of an account whose codes a command prints
 */
export function createOneTimeCodes(
  clock: CodeClock,
  mayBeSent: (until: Until) => Promise<void> = async () => {},
  commanded: (source: CodeSource) => Promise<string> = () => Promise.reject(noSecret()),
) {
  let startedAt = clock.now()
  const earliest = clock.movable ? 2 : marginSeconds
  const lastStep = new Map<string, number>()
  const waited = new Map<string, number>()
  /** Steps of each secret that are kept, by the case that they are kept for. */
  const kept = new Map<string, Map<string, number>>()
  const unasked = new Set<string>()

  return {
    /** Call this when the subject's time becomes known: the run begins now. The estimate before may be minutes off. */
    begin(): void {
      startedAt = clock.now()
    },

    /** Keeps steps of a secret for a later case, by its id; 0 releases them. */
    keep(source: CodeSource, id: string, steps: number): void {
      const name = nameOf(source)
      kept.set(name, (kept.get(name) ?? new Map<string, number>()).set(id, steps))
    },

    /** How many more steps of a secret the run may wait for in real time. */
    stepsLeft: (source: CodeSource): number => stepsLeft(nameOf(source)),

    /** Records if the last valid first step asked for a code: if not, no case waits for one in real time. */
    asked(source: CodeSource, isAsked: boolean): void {
      if (isAsked) unasked.delete(nameOf(source))
      else unasked.add(nameOf(source))
    },

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
      const otpSecret = nameOf(source)
      if (source.otpCommand !== undefined) {
        if (zeros > 0) throw noSecret()
        demandAsked(otpSecret)
        noteCode(true)
        return await commanded(source)
      }
      const { period } = source
      const stepAt = (ms: number) => Math.floor(ms / 1000 / period)
      const used = lastStep.get(otpSecret) ?? stepAt(startedAt)
      const now = clock.now()
      const into = now / 1000 - stepAt(now) * period
      const isWanted = (step: number) => !clock.movable || zerosOf(codeOfStep(source, step)) === zeros
      const isNew = stepAt(now) > used && isWanted(stepAt(now))
      const mayUseNow = isNew && into >= earliest && into <= period - marginSeconds
      if (!mayUseNow) {
        demandAsked(otpSecret)
        const early = isNew && into < earliest
        const next = Math.max(used, stepAt(now)) + 1
        const step = early ? stepAt(now) : firstFrom(next, isWanted)
        give(otpSecret, step)
        if (!clock.movable) countWait(otpSecret)
        await until((step * period + earliest) * 1000)
      }
      const step = stepAt(clock.now())
      give(otpSecret, step)
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
      demandAsked(otpSecret)
      const endOf = (step: number) => (step + 1) * period
      const lead = (clock.kind === 'control' ? 1.5 : 5) + Math.min(10, neededMs / 1000)
      const used = lastStep.get(otpSecret) ?? Math.floor(startedAt / 1000 / period)
      const inTime = Math.floor((clock.now() / 1000 + lead) / period)
      const step = firstFrom(
        Math.max(used + 1, inTime),
        (one) =>
          isPlain(source, one) &&
          isPlain(source, one + 1) &&
          isPlain(beside, Math.floor(endOf(one) / beside.period)),
      )
      give(otpSecret, step)
      if (!clock.movable) countWait(otpSecret)
      await until((endOf(step) - lead) * 1000)
      noteCode(true)
      return codeOfStep(source, step)
    },
  }

  /** Several cases may wait for a step of their own at the same time: a step counts as given before its time comes. */
  function give(otpSecret: string, step: number): void {
    lastStep.set(otpSecret, Math.max(step, lastStep.get(otpSecret) ?? step))
  }

  function demandAsked(otpSecret: string): void {
    if (!clock.movable && unasked.has(otpSecret))
      throw new SetupFailed('a valid first step was answered without a challenge, so no code was sent')
  }

  /** True if the code has no leading zeros, or if the clock leaves no choice. */
  function isPlain(source: CodeSource, step: number): boolean {
    return !clock.movable || zerosOf(codeOfStep(source, step)) === 0
  }

  function firstFrom(next: number, isWanted: (step: number) => boolean): number {
    for (let step = next; step < next + farthestAhead; step++) if (isWanted(step)) return step
    throw new LeftOut(`none of the next ${farthestAhead} one-time codes begins with so many zeros`)
  }

  function countWait(otpSecret: string): void {
    if (stepsLeft(otpSecret) <= 0) {
      throw new NotDeclared(
        'clock',
        `needs a movable clock: a run waits for at most ${realTimeSteps} time steps`,
      )
    }
    waited.set(otpSecret, (waited.get(otpSecret) ?? 0) + 1)
  }

  function stepsLeft(otpSecret: string): number {
    const later = [...(kept.get(otpSecret)?.values() ?? [])]
    return later.reduce((left, steps) => left - steps, realTimeSteps - (waited.get(otpSecret) ?? 0))
  }
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>
