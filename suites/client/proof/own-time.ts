import { machine } from '../../../harness/engine/machine.ts'
import type { Time } from '../../../harness/client-judge/time.ts'

/** This machine's clocks until somebody sleeps: then they jump, so that nobody waits. */
export function createOwnTime(): Time {
  let aheadMs = 0
  return {
    monotonic: () => machine.monotonic() + aheadMs,
    wallMs: () => machine.wallMs() + aheadMs,
    sleep: (ms) => {
      aheadMs += ms
      return Promise.resolve()
    },
  }
}
