import type { Monotonic } from './subject-clock.ts'

const tickMs = 1000

/**
 * Creates a function that waits in real time and shows it. `show` receives the milliseconds left at the start and then once
 * per second, and 0 at the end.
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
