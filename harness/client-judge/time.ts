import type { Machine } from '../engine/create-run.ts'

/** The clocks by which a scenario is played. */
export type Time = Pick<Machine, 'monotonic' | 'wallMs' | 'sleep'>
