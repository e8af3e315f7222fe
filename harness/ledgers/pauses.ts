import type { Slowed } from '../wire/pace.ts'

/** How long a pause lasts: a limit of so many requests per second has room again by then. */
const pauseMs = 1000
const mostPauses = 60
/** Fewer pauses than this come from a server that is overloaded or restarts for a moment. */
const enoughForLimit = 3

/**
 * Pauses after a 429 or 503 without Retry-After: nothing is sent for a second of real time, sixty times per run at most.
 * @param slowDown called with the third pause and each later one: the server seems to limit requests, in flight or per
 *   second. Returns what is limited from then on
 */
export function createPauses(monotonic: () => number, slowDown: () => Slowed) {
  let until = -Infinity
  let begun = 0
  let slowed: Slowed = {}

  return {
    /** For how much longer nothing is sent, in milliseconds; 0 or less if something may be. */
    leftMs: (): number => until - monotonic(),
    /** Begins a pause, unless one is under way. @returns false if the run has had all its pauses */
    begin(): boolean {
      const now = monotonic()
      if (until > now) return true
      if (begun === mostPauses) return false
      begun++
      if (begun >= enoughForLimit) slowed = slowDown()
      until = now + pauseMs
      return true
    },
    /** What pauses have cost so far, for the report. */
    notes: (): string[] =>
      begun === 0
        ? []
        : [
            `sent nothing for a second after a 429 or 503 without Retry-After, ${begun === 1 ? 'once' : `${begun} times`}${then(slowed)}`,
          ],
  }
}

/** What changed after the pauses, and what to declare. */
const then = ({ atOnce, perSecond }: Slowed): string => {
  if (atOnce !== undefined)
    return `, and then at most ${atOnce} requests at once, races included; if it answers only so many at once, set limits.concurrency to that number`
  const rate = '; if it limits requests, set limits.requestsPerSecond below its limit'
  return perSecond
    ? `, and slowed down${rate}; if it answers only one at a time, set limits.concurrency to 1`
    : rate
}
