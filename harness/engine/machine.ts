import { setTimeout as delay } from 'node:timers/promises'

/** The clocks and the environment that a run uses. */
export interface Machine {
  /** Milliseconds on a monotonic clock; `wallMs`: on the operator's wall clock. */
  monotonic: () => number
  wallMs: () => number
  sleep: (ms: number) => Promise<void>
  env: NodeJS.ProcessEnv
  /** Receives how many milliseconds the run still waits in real time; 0 when it goes on. */
  onWait?: (leftMs: number) => void
}

/** This machine's clocks, for the processes that carry out a run; everything else gets them as arguments. */
export const machine: Machine = {
  monotonic: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (ms) => delay(ms),
  env: process.env,
}
