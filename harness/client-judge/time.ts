import type { Machine } from '../engine/machine.ts'

/** The clocks that a scenario uses. */
export type Time = Pick<Machine, 'monotonic' | 'wallMs' | 'sleep'>
