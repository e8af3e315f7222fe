import type { SubjectClock } from '../../clock/subject-clock.ts'
import type { Participant } from '../../clock/timeline.ts'

/** The subject's clock as a case sees it: times are the subject's, in milliseconds since the Unix epoch. */
export interface CaseClock {
  now(): number
  /** Moves forward to a time, together with the other waiting cases. Does nothing if that time has passed. */
  until(ms: number): Promise<void>
  forward(seconds: number): Promise<void>
  /** Saves a case that would fail late the way there. @throws NotDeclared if `maxAdvance` does not allow so many seconds */
  demandRoom(seconds: number): void
}

export function createCaseClock(clock: SubjectClock, participant: Participant): CaseClock {
  return {
    now: () => clock.now(),
    until: (ms) => participant.until(ms),
    forward: (seconds) => participant.until(clock.now() + seconds * 1000),
    demandRoom: (seconds) => clock.demandRoom(seconds),
  }
}
