/** Time-outs in a row after which nothing more is sent. Those of requests that were under way together are one. */
export const enoughSilence = 3

/** Counts the requests that got no answer in time since one got any: a subject that hangs must not take hours. */
export interface Silence {
  /** True where the subject has answered nothing for so long that waiting on leads nowhere. */
  isFinal(): boolean
  answered(): void
  /** @param startedAtMs when that request was begun, on the clock of `now` */
  timedOut(startedAtMs: number): void
}

export function createSilence(now: () => number): Silence {
  let inARow = 0
  let countedAt = -Infinity
  return {
    isFinal: () => inARow >= enoughSilence,
    answered() {
      inARow = 0
    },
    timedOut(startedAtMs) {
      if (startedAtMs < countedAt) return
      inARow++
      countedAt = now()
    },
  }
}
