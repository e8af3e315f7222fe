import type { Monotonic } from './subject-clock.ts'

const tickMs = 1000

/**
 * Waiting in real time that can be seen: `show` is told how long is left, in milliseconds, at first, once a second, and
 * with 0 at the end.
 */
export function createShownWait(
  sleep: (ms: number) => Promise<void>,
  monotonic: Monotonic,
  show: (leftMs: number) => void,
): (ms: number) => Promise<void> {
  return async (ms) => {
    const until = monotonic() + ms
    for (let left = ms; left > 0; left = until - monotonic()) {
      show(left)
      await sleep(Math.min(left, tickMs))
    }
    show(0)
  }
}
