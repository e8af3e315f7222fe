import { machine } from '../../../harness/engine/machine.ts'
import type { Time } from '../../../harness/client-judge/time.ts'

/** This machine's clock, except that sleeping makes it jump ahead instead of waiting. */
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
