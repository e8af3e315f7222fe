import { machine } from '../../../harness/engine/machine.ts'
import type { Time } from '../../../harness/client-judge/time.ts'

/** Long enough for what another part of the client sends at once. */
const reallyMs = 20

/** This machine's clock, except that sleeping makes it jump ahead, after a moment instead of the whole wait. */
export function createOwnTime(): Time {
  let aheadMs = 0
  return {
    monotonic: () => machine.monotonic() + aheadMs,
    wallMs: () => machine.wallMs() + aheadMs,
    sleep: async (ms) => {
      await machine.sleep(Math.min(ms, reallyMs))
      aheadMs += ms
    },
  }
}
