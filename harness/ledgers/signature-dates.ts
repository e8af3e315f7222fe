/** How far back the dates of signed requests may reach, in seconds; the run uses the farthest that the subject accepts. */
export const reaches = [60, 20, 5] as const

/** The reach in milliseconds if even the shortest of `reaches` was rejected. */
const shortestReachMs = 1000

/** How far back the date of a request may be that must differ from others, in seconds, if the subject accepts repeats. */
export const apartSeconds = 7

/** How far off the estimate of the subject's time may be, in milliseconds. */
const toleranceMs = 1000

/**
 * Hands out dates for signed requests. Each is a second later than the last, starting 60 s before the subject's time, so
 * that no two requests of a run have the same signature and no date lies in the future. If the subject accepts repeats,
 * dates are the subject's time less a second, because it may reject dates ahead of its own time.
 * @param goOn lets the subject's time advance by the first number of milliseconds, or by up to the second if that is free
 */
export function createSignatureDates(
  now: () => number,
  goOn: (atLeastMs: number, atMostMs: number) => Promise<void>,
) {
  let last = -Infinity
  let reachMs: number = reaches[0] * 1000
  let tolerance = toleranceMs
  let repeatsAccepted = false
  let apartMs = 1000
  let rises = false
  let anyAccepted = false
  const carried = new Set<string>()
  const latest = () => now() - tolerance
  let going: Promise<void> | undefined

  async function next(): Promise<string> {
    for (;;) {
      const date = Math.max(last + 1000, now() - reachMs)
      // If no signature was accepted yet, none can be rejected as a repeat, so there is no need to wait.
      if (date > latest() && !anyAccepted) return httpDate((last = latest()))
      if (date <= latest()) {
        last = date
        if (!carried.has(httpDate(date))) return httpDate(date)
      } else {
        // The date is taken after the wait: another request may take the second that this one waits for.
        // Those that wait for a second at the same time share what they wait for.
        going ??= goOn(date - latest(), Math.max(reachMs, date - latest())).finally(() => (going = undefined))
        await going
      }
    }
  }

  return {
    /** An HTTP date (RFC 7231, section 7.1.1.1). */
    next: async (): Promise<string> => (repeatsAccepted ? httpDate(latest()) : await next()),
    /** A date that differs from that of the request after it; if the subject accepts repeats, an earlier one. */
    apart: async (): Promise<string> => (repeatsAccepted ? httpDate(latest() - apartMs) : await next()),
    /** The date this many seconds before the subject's time; no later request gets the same one. */
    before(seconds: number): string {
      const date = httpDate(now() - seconds * 1000)
      carried.add(date)
      return date
    },
    /** True if the same signed request may be sent again. */
    get repeatsAccepted() {
      return repeatsAccepted
    },
    /** Call this when a signed request was accepted. */
    accepted(): void {
      anyAccepted = true
    },
    /** @param old whether it also accepted a date `apartSeconds` ago */
    acceptRepeats(old: boolean): void {
      repeatsAccepted = true
      if (old) apartMs = apartSeconds * 1000 - tolerance
    },
    reachBack(seconds: number): void {
      reachMs = seconds * 1000
    },
    /** Call this if a date 2 s ago was rejected and the present one accepted: from now on, each date is the present one. */
    keepToPresent(): void {
      rises = true
      last = now()
      tolerance = 0
      reachMs = 0
    },
    /** Call this if the subject accepts no date before an accepted one: from now on, each date is later than all before. */
    rise(): void {
      rises = true
      last = now()
      reachMs = shortestReachMs
    },
    /** True if signed requests must be sent in the order of their dates, one at a time. */
    get rises() {
      return rises
    },
  }
}

export type SignatureDates = ReturnType<typeof createSignatureDates>

export const httpDate = (ms: number): string => new Date(ms).toUTCString()
