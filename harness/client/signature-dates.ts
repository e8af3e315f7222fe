/**
 * Dates for signed requests: each later than the last by a second, from 60 s before the subject's time, so that no two
 * requests of a run sign alike and none lies in the future. Where the subject was seen to accept a repeat, its own time.
 */
export function createSignatureDates(now: () => number, wait: (ms: number) => Promise<void>) {
  let last = -Infinity
  let repeatsAccepted = false
  return {
    /** An HTTP date (RFC 7231, section 7.1.1.1). */
    async next(): Promise<string> {
      if (repeatsAccepted) return httpDate(now())
      last = Math.max(last + 1000, now() - 60_000)
      if (last > now()) await wait(last - now())
      return httpDate(last)
    },
    /** A date close by that differs from that of the requests before and after it. */
    async apart(): Promise<string> {
      return repeatsAccepted ? httpDate(now() - 7000) : await this.next()
    },
    /** True where the same request may be signed and sent again. */
    get repeatsAccepted() {
      return repeatsAccepted
    },
    acceptRepeats(): void {
      repeatsAccepted = true
    },
  }
}

export type SignatureDates = ReturnType<typeof createSignatureDates>

export const httpDate = (ms: number): string => new Date(ms).toUTCString()
