import type { SubjectClock } from '../clock/subject-clock.ts'
import type { Participant } from '../clock/timeline.ts'

/** The subject's clock as a case sees it: times are the subject's, in milliseconds since the Unix epoch. */
export interface CaseClock {
  now(): number
  /** Moves forward to a time, together with the other waiting cases. Does nothing if that time has passed. */
  until(ms: number): Promise<void>
  forward(seconds: number): Promise<void>
}

export function createCaseClock(clock: SubjectClock, participant: Participant): CaseClock {
  return {
    now: () => clock.now(),
    until: (ms) => participant.until(ms),
    forward: (seconds) => participant.until(clock.now() + seconds * 1000),
  }
}
