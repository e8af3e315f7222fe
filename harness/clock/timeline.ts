import type { SubjectClock } from './subject-clock.ts'

/** One case's place on the timeline. Join before the first step, leave at the end. */
export interface Participant {
  /** Resolves once the subject's time is at or past `subjectMs`. */
  until(subjectMs: number): Promise<void>
  leave(): void
}

interface Seat {
  waiting?: { subjectMs: number; resolve: () => void; reject: (error: unknown) => void }
}

/**
 * Moves the clock for several cases at once: only when every participant waits, and only to the earliest wish.
 * So cases that each need an hour share it, and none is overtaken by another's jump.
 */
export function createTimeline(clock: SubjectClock) {
  const seats = new Set<Seat>()
  let moving = false

  async function moveIfAllWait(): Promise<void> {
    if (moving || seats.size === 0 || [...seats].some((seat) => !seat.waiting)) return
    moving = true
    try {
      const earliest = Math.min(...[...seats].map((seat) => seat.waiting?.subjectMs ?? Infinity))
      const seconds = (earliest - clock.now()) / 1000
      if (seconds > 0) await clock.advance(seconds)
      const reached = Math.max(clock.now(), earliest)
      settle((seat) => (seat.waiting && seat.waiting.subjectMs <= reached ? seat.waiting.resolve : undefined))
    } catch (error) {
      settle((seat) => seat.waiting && (() => seat.waiting?.reject(error)))
    } finally {
      moving = false
    }
  }

  /** Calls what `pick` gives for a waiting seat; the seat counts as busy from then on. */
  function settle(pick: (seat: Seat) => (() => void) | undefined): void {
    for (const seat of seats) {
      const call = pick(seat)
      if (!call) continue
      call()
      delete seat.waiting
    }
  }

  return {
    join(): Participant {
      const seat: Seat = {}
      seats.add(seat)
      return {
        until: (subjectMs) => {
          if (clock.now() >= subjectMs) return Promise.resolve()
          return new Promise((resolve, reject) => {
            seat.waiting = { subjectMs, resolve, reject }
            void moveIfAllWait()
          })
        },
        leave() {
          seats.delete(seat)
          void moveIfAllWait()
        },
      }
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>
