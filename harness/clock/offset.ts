import type { Monotonic } from './subject-clock.ts'

/** The difference between the subject's time and our monotonic clock, from the last answer that showed it. */
export interface Offset {
  now(): number
  set(subjectMs: number, sentAt: number, answeredAt: number): void
}

/** @param wallMs the operator's time, used until the subject has shown its own */
export function createOffset(monotonic: Monotonic, wallMs: number): Offset {
  let offset = wallMs - monotonic()
  return {
    now: () => monotonic() + offset,
    set(subjectMs, sentAt, answeredAt) {
      offset = subjectMs - (sentAt + answeredAt) / 2
    },
  }
}
