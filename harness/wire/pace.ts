import { setTimeout as sleep } from 'node:timers/promises'

/** Limits the requests in flight, and the requests per second. */
export interface Pace {
  /** Waits for a turn. Returns a function that gives the slot to the next request. */
  turn(signal?: AbortSignal): Promise<() => void>
  /**
   * From now on, allows four fifths of the requests that had their turn in the last second.
   * @returns false if that were fewer than ten; it changes nothing then, because such a rate has met no limit
   */
  slowDown(): boolean
}

const enoughForLimit = 10

/** @param requestsPerSecond 0: no limit */
export function createPace(
  concurrency: number,
  requestsPerSecond: number,
  now = () => performance.now(),
  wait: (waitMs: number, signal?: AbortSignal) => Promise<void> = sleepFor,
): Pace {
  const waiting: (() => void)[] = []
  let gapMs = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0
  /** When the requests of the last second had their turn. */
  const turns: number[] = []
  let free = concurrency
  let nextAt = 0

  const forget = () => {
    while ((turns[0] ?? Infinity) <= now() - 1000) turns.shift()
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async turn(signal) {
      signal?.throwIfAborted()
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        const waitMs = gapMs > 0 ? Math.max(0, nextAt - now()) : 0
        if (gapMs > 0) nextAt = Math.max(nextAt, now()) + gapMs
        if (waitMs > 0) await wait(waitMs, signal)
        signal?.throwIfAborted()
        turns.push(now())
        forget()
      } catch (error) {
        leave()
        throw error
      }
      return once(leave)
    },
    slowDown() {
      forget()
      if (turns.length < enoughForLimit) return false
      gapMs = Math.max(gapMs, 1000 / (0.8 * turns.length))
      return true
    },
  }
}

function once(action: () => void): () => void {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}

const sleepFor = (waitMs: number, signal?: AbortSignal) => sleep(waitMs, undefined, signal && { signal })
