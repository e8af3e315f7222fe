import { setTimeout as delay } from 'node:timers/promises'
import type { Machine } from './create-run.ts'

/** This machine's clocks, for the processes that carry out a run; everything else gets them as arguments. */
export const machine: Machine = {
  monotonic: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (ms) => delay(ms),
  env: process.env,
}
