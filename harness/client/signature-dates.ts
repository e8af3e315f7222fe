/** How far back the dates of signed requests may reach, in seconds; the farthest that the subject accepts is used. */
export const reaches = [60, 20, 5] as const

/** Where the nearest was rejected too. */
const shortestReachMs = 1000

/** How far the estimate of the subject's time may be wrong, in milliseconds. */
const toleranceMs = 1000

/**
 * Dates for signed requests: each later than the last by a second, from 60 s before the subject's time, so that no two
 * requests of a run sign alike and none lies in the future. Where the subject was seen to accept a repeat, its own time,
 * or a second before, since it may reject what is ahead of it.
 * @param goOn lets the subject's time go on by the first number of milliseconds, or by up to the second if that is free
 */
export function createSignatureDates(
  now: () => number,
  goOn: (atLeastMs: number, atMostMs: number) => Promise<void>,
) {
  let last = -Infinity
  let reachMs: number = reaches[0] * 1000
  let tolerance = toleranceMs
  let repeatsAccepted = false
  let rises = false
  let anyAccepted = false
  const carried = new Set<string>()
  const latest = () => now() - tolerance

  async function next(): Promise<string> {
    for (;;) {
      const date = Math.max(last + 1000, now() - reachMs)
      // Where no signature was accepted yet, none can be rejected as a repeat: nobody waits.
      if (date > latest() && !anyAccepted) return httpDate((last = latest()))
      if (date <= latest()) {
        last = date
        if (!carried.has(httpDate(date))) return httpDate(date)
      } else {
        // Nothing is taken before the wait: another request may take the second that this one waits for.
        await goOn(date - latest(), Math.max(reachMs, date - latest()))
      }
    }
  }

  return {
    /** An HTTP date (RFC 7231, section 7.1.1.1). */
    next: async (): Promise<string> => (repeatsAccepted ? httpDate(latest()) : await next()),
    /** A date close by that differs from that of the requests before and after it. */
    apart: async (): Promise<string> => (repeatsAccepted ? httpDate(now() - 7000) : await next()),
    /** The date that lies so many seconds before the subject's time; no later request gets the same. */
    before(seconds: number): string {
      const date = httpDate(now() - seconds * 1000)
      carried.add(date)
      return date
    },
    /** True where the same request may be signed and sent again. */
    get repeatsAccepted() {
      return repeatsAccepted
    },
    /** To be told when a signed request was accepted. */
    accepted(): void {
      anyAccepted = true
    },
    acceptRepeats(): void {
      repeatsAccepted = true
    },
    reachBack(seconds: number): void {
      reachMs = seconds * 1000
    },
    /** To be told where a date 2 s ago was rejected, and the present one accepted: from now on each is the present one. */
    keepToPresent(): void {
      rises = true
      last = now()
      tolerance = 0
      reachMs = 0
    },
    /** To be told where no date before an accepted one is taken: from now on each is later than all before it. */
    rise(): void {
      rises = true
      last = now()
      reachMs = shortestReachMs
    },
    /** True where signed requests must come in the order of their dates: one at a time. */
    get rises() {
      return rises
    },
  }
}

export type SignatureDates = ReturnType<typeof createSignatureDates>

export const httpDate = (ms: number): string => new Date(ms).toUTCString()
