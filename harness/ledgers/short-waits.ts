import type { Slowed } from '../wire/pace.ts'
import { enoughRoom } from './retry-after.ts'

/** A Retry-After of so few seconds also comes from a server that answers only a few requests at once. */
const shortSeconds = 2
/** After this many, each with fewer than `enoughRoom` requests before it, fewer requests are sent at once. */
const enoughShort = 3

/**
 * Counts short Retry-Afters that come after few requests.
 * @param slowDown makes the run send fewer requests at once, from the third one on
 */
export function createShortWaits(monotonic: () => number, slowDown: () => Slowed) {
  /** When the last wait was over, and how many requests that began after it had room. */
  let passed = { at: -Infinity, room: 0 }
  let count = 0
  let slowed: Slowed = {}
  return {
    /** Notes that a wait is over. */
    passed(): void {
      passed = { at: monotonic(), room: 0 }
    },
    /** Notes that a request whose sending began at this time was not asked to come back later. */
    hadRoom(beganAt: number): void {
      if (beganAt >= passed.at) passed.room++
    },
    /** Notes a Retry-After. Those of requests that were in flight at the same time count as one. */
    asked(seconds: number, beganAt: number): void {
      if (seconds > shortSeconds || beganAt < passed.at || passed.room >= enoughRoom) return
      passed.at = Infinity
      if (++count >= enoughShort) slowed = slowDown()
    },
    /** What changed, for the report. */
    notes: (): string[] =>
      slowed.atOnce === undefined
        ? []
        : [
            `sent at most ${slowed.atOnce} requests at once, races included, after many were asked to come back in a moment; if it answers only so many at once, set limits.concurrency to that number`,
          ],
  }
}
