/**
 * The subject's time, which can only be moved forward. In seconds if the name says so, otherwise in milliseconds since the
 * Unix epoch.
 */
export interface SubjectClock {
  readonly kind: 'control' | 'command' | 'faketime' | 'wait' | 'none'
  /** False if expiry can't be tested. */
  readonly movable: boolean
  /** True if a jump takes its length in real time. */
  readonly realTime: boolean
  /** The subject's time now, as last calibrated. */
  now(): number
  calibrate(subjectMs: number, sentAt: number, answeredAt: number): void
  /**
   * Moves the time forward and proves it.
   * @throws SetupFailed if the jump could not be proved; NotDeclared if `maxAdvance` does not allow it
   */
  advance(seconds: number): Promise<void>
  /** @throws NotDeclared if `maxAdvance` does not allow the clock to be moved that far */
  demandRoom(seconds: number): void
  /** How far the clock may still be moved; Infinity if there is no limit. */
  readonly leftSeconds: number
  /** How far the suite has moved the clock in this run. */
  readonly aheadSeconds: number
  /** True after a jump that no answer shows, until one that an answer shows: the subject's time may be another. */
  readonly isLost: boolean
}

/** Monotonic milliseconds; always passed as an argument, so that time can stand still in tests. */
export type Monotonic = () => number
