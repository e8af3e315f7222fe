import type { Machine } from '../engine/create-run.ts'

/** The clocks that a scenario uses. */
export type Time = Pick<Machine, 'monotonic' | 'wallMs' | 'sleep'>
