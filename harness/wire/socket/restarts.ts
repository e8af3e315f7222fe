import { sleepFor } from '../pace.ts'
import { isRefused } from './wire-failure.ts'

/** How often to try again, in milliseconds. */
const everyMs = 100
/** A server that accepts no connections for longer than this has ended. One-time codes and signatures outlast the wait. */
const longestMs = 3000
/** For how long in all a run waits for a server that restarts again and again. */
const longestInAllMs = 30_000

/**
 * Waits for a server that restarts. A rejected connection carried no request, so any request may be sent again after it.
 * @param hasAnswered true if the server has answered before, so that it is known to be there
 * @param now in milliseconds on a monotonic clock
 */
export function createRestarts(hasAnswered: () => boolean, now: () => number, wait = sleepFor) {
  let beganAt: number | undefined
  let waitedMs = 0
  let times = 0

  function isPatient(): boolean {
    const at = now()
    beganAt ??= at
    return at - beganAt < Math.min(longestMs, longestInAllMs - waitedMs)
  }

  function cameBack(): void {
    if (beganAt === undefined) return
    waitedMs += Math.min(longestMs, now() - beganAt)
    times++
    beganAt = undefined
  }

  return {
    /** Sends, and tries again while the server accepts no connections, but answered before. */
    async past<T>(send: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          const answered = await send()
          cameBack()
          return answered
        } catch (error) {
          if (!isRefused(error) || !hasAnswered() || !isPatient()) throw error
          await wait(everyMs)
        }
      }
    },
    /** Returns a sentence for the report if the server came back: a request may have ended it. */
    notes: (): string[] =>
      times === 0
        ? []
        : [
            `the subject accepted no connections for a while, ${times === 1 ? 'once' : `${times} times`}, and then did again (waited ${(waitedMs / 1000).toFixed(1)} s); if nobody restarted it, look into its log`,
          ],
  }
}
