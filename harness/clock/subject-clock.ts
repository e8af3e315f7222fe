/** The subject's time, and the one way of moving it: forward. Seconds where named so, else Unix milliseconds. */
export interface SubjectClock {
  readonly kind: 'control' | 'command' | 'faketime' | 'wait' | 'none'
  /** False where expiry can't be tested. */
  readonly movable: boolean
  /** True where a jump costs its length in real time. */
  readonly realTime: boolean
  /** The subject's time now, as last calibrated. */
  now(): number
  /** Sets the time by an answer of the subject. */
  calibrate(subjectMs: number, sentAt: number, answeredAt: number): void
  /**
   * Moves the time forward and proves it.
   * @throws SetupFailed where the jump could not be shown; NotDeclared where `maxAdvance` does not allow it
   */
  advance(seconds: number): Promise<void>
  /** By how much it may still be moved; Infinity where nothing limits it. */
  readonly leftSeconds: number
  /** By how much the suite has moved the clock in this run. */
  readonly aheadSeconds: number
}

/** Monotonic milliseconds; comes in as an argument everywhere so that tests can stand still. */
export type Monotonic = () => number
