import { setTimeout as sleep } from 'node:timers/promises'

/** Limits the requests in flight, and the requests per second. */
export interface Pace {
  /**
   * Waits for a turn. Returns a function that gives the slot to the next request; call it once.
   * @param first true if it comes before those that wait
   */
  turn(first?: boolean): Promise<() => void>
  /**
   * Call when the subject had no room for a request. While more than two were in flight, allows fewer at once: four, then two.
   * If that was no cure, allows as many as before again, for good, but four fifths of the requests that had their turn in the
   * last second; if those were fewer than ten, such a rate has met no limit, and stays.
   * @param keepsRate true if the subject says itself when it has room again: then only fewer at once can be a cure
   */
  slowDown(keepsRate?: boolean): Slowed
  /** From now on, allows no more than this many in flight. */
  keepTo(most: number): void
}

/** What is limited now that was not at the start: one of these, or nothing. */
export interface Slowed {
  /** The most requests in flight. */
  atOnce?: number
  perSecond?: true
}

const enoughForLimit = 10
/** How many may be in flight once more were too many. Never one: then no two requests would race each other. */
const fewer = [4, 2]

/** @param requestsPerSecond 0: no limit */
export function createPace(
  concurrency: number,
  requestsPerSecond: number,
  now = () => performance.now(),
  wait: (waitMs: number) => Promise<void> = sleepFor,
): Pace {
  const early: (() => void)[] = []
  const waiting: (() => void)[] = []
  let gapMs = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0
  /** When the requests of the last second had their turn. */
  const turns: number[] = []
  let atOnce = concurrency
  let taken = 0
  let inFlight = 0
  /** The most requests in flight since there was none. */
  let peak = 0
  let isNoCure = false
  let isSlower = false
  let nextAt = 0

  const forget = () => {
    while ((turns[0] ?? Infinity) <= now() - 1000) turns.shift()
  }
  const admit = () => {
    while (taken < atOnce && early.length + waiting.length > 0) {
      taken++
      const next = early.shift() ?? waiting.shift()
      next?.()
    }
  }
  return {
    async turn(first = false) {
      if (taken < atOnce) taken++
      else await new Promise<void>((resolve) => (first ? early : waiting).push(resolve))
      const waitMs = gapMs > 0 ? Math.max(0, nextAt - now()) : 0
      if (gapMs > 0) nextAt = Math.max(nextAt, now()) + gapMs
      if (waitMs > 0) await wait(waitMs)
      turns.push(now())
      forget()
      inFlight++
      peak = inFlight === 1 ? 1 : Math.max(peak, inFlight)
      return () => {
        inFlight--
        taken--
        admit()
      }
    },
    slowDown(keepsRate = false) {
      const next = fewer.find((most) => most < Math.min(peak, atOnce))
      if (next !== undefined && !isNoCure) {
        atOnce = next
        return { atOnce }
      }
      isNoCure = true
      atOnce = concurrency
      forget()
      if (!keepsRate && turns.length >= enoughForLimit) {
        gapMs = Math.max(gapMs, 1000 / (0.8 * turns.length))
        isSlower = true
      }
      admit()
      return isSlower ? { perSecond: true } : {}
    },
    keepTo(most) {
      atOnce = atOnce === concurrency ? most : Math.min(atOnce, most)
      concurrency = most
    },
  }
}

export const sleepFor = (waitMs: number): Promise<void> => sleep(waitMs)
