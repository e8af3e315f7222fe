import { SetupFailed } from '../outcomes.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import type { Slowed } from '../wire/pace.ts'
import { createInFlight } from './in-flight.ts'
import { createPauses } from './pauses.ts'
import { createRetryAfter, retryAfterSeconds, type RetryAfterParts, type Until } from './retry-after.ts'
import { createShortWaits } from './short-waits.ts'
import { createSeenLimits, isUnavailable } from './seen-limits.ts'

/** After this many 429 answers in a row, nothing more is sent: the subject rejects everything. A burst counts as one. */
const enough = 3

export interface RateLimitParts extends Omit<RetryAfterParts, 'idle' | 'remedy'> {
  /** Makes the run send fewer requests at once, or per second, from now on. Returns what is limited then. */
  slowDown: (keepsRate?: boolean) => Slowed
  /** Waits for a time on the subject's clock while no case runs. */
  alone: Until
}

/**
 * Respects Retry-After (RFC 9110, section 10.2.3) with 429 (RFC 6585), 503, or the 403 of a ban: nothing is sent before
 * that time has passed. If the wait is too long, or the subject answers nothing but 429, nothing is sent any more. If it keeps
 * asking for a moment after few requests, fewer are sent at once. After a 429 or 503 without Retry-After, nothing is sent for a second; from the third one on, fewer requests are sent at once, or
 * per second.
 */
export function createRateLimit({ monotonic, slowDown, wait, clock, alone }: RateLimitParts) {
  const { underWay, idle } = createInFlight()
  const { seen, note, remedy, limitsAll, limitsLogins } = createSeenLimits()
  const retryAfter = createRetryAfter({ monotonic, wait, clock, idle, remedy })
  const shortWaits = createShortWaits(monotonic, () => slowDown(true))
  const pauses = createPauses(monotonic, slowDown)
  const tooMany = createStreak(monotonic)
  const unavailable = createStreak(monotonic)

  /** For how much longer the subject asks not to be called, in milliseconds; 0 or less if it does not. */
  const leftMs = () => Math.max(retryAfter.leftMs(), pauses.leftMs())
  /** True if the subject answers nothing but 429: nothing is sent any more. */
  const gaveUp = () => tooMany.length() >= enough

  return {
    /** What the run's answers have shown about limits. */
    seen,
    underWay,
    idle,
    remedy,
    limitsAll,
    gaveUp,
    isOpen: (): boolean => !gaveUp() && leftMs() <= 0,
    leftMs,
    /** Waits until a request may be sent. @throws SetupFailed if that would take too long */
    async pass(until: Until = alone): Promise<void> {
      if (gaveUp())
        throw new SetupFailed(
          `the subject answered 429 three times in a row, so nothing more is sent; ${remedy()}; if it has banned this client, wait until the ban is over or lift it, or lower limits.failedLogins`,
        )
      for (let left = leftMs(); left > 0; left = leftMs()) {
        await (retryAfter.leftMs() > 0 ? retryAfter.pass(left, until) : wait(left))
        shortWaits.passed()
      }
    },
    /**
     * @param beganAt when sending began: a request that has to connect first is sent later, maybe after another's answer
     * @returns true if the answer asks to come back later, and so says nothing about the request
     */
    answered(exchange: Exchange, isBan = false, beganAt = exchange.sentAt): boolean {
      const { status, headers } = exchange.response
      const said = header(headers, 'retry-after')
      const asks = isBan || status === 429 || (status === 503 && said !== undefined)
      note(exchange, asks)
      retryAfter.noteRoom(asks, beganAt, exchange.request.method === 'POST' || !limitsLogins())
      if (!asks) shortWaits.hadRoom(beganAt)
      tooMany.note(status === 429, beganAt)
      unavailable.note(isUnavailable(status), beganAt)
      const seconds = asks ? retryAfterSeconds(said, clock.now()) : undefined
      if (seconds !== undefined) {
        shortWaits.asked(seconds, beganAt)
        retryAfter.ask(seconds, status)
        return true
      }
      // Only the first in a row causes a pause, because another right after one shows that none helps.
      return isUnavailable(status) && unavailable.length() <= 1 && pauses.begin()
    },
    /** What limits have cost so far, for the report. */
    notes: (): string[] => [...retryAfter.notes(), ...shortWaits.notes(), ...pauses.notes()],
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/**
 * Counts answers of one kind in a row. Those to requests that began before the last one was noted belong to the same burst:
 * an answer may be decoded, and noted, after the next request begins.
 */
function createStreak(monotonic: () => number) {
  let length = 0
  let lastAt = -Infinity
  return {
    length: () => length,
    note(isOfKind: boolean, beganAt: number): void {
      if (!isOfKind) length = 0
      else if (beganAt >= lastAt) {
        length++
        lastAt = monotonic()
      }
    },
  }
}
