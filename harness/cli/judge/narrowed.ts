import type { RunSpec } from '../../engine/run-spec.ts'
import type { Replayed } from './reproduce.ts'

/** Narrows a judging run down to certain cases. */
export interface Narrowed {
  cases: string[]
  replays: NonNullable<RunSpec['replays']>
  /** Set if a replay narrows the run. */
  replayed?: Replayed
}
