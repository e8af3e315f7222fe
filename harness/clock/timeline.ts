import type { SubjectClock } from './subject-clock.ts'

/** One case's place on the timeline. Join before the first step, leave at the end: nobody begins while the clock is being moved. */
export interface Participant {
  /** Resolves once the subject's time is at or past `subjectMs`. */
  until(subjectMs: number): Promise<void>
  leave(): void
}

interface Seat {
  waiting?: { subjectMs: number; resolve: () => void; reject: (error: unknown) => void }
}

/** Longest sleep of one that waits beside others at work, in milliseconds: their jumps change when its time comes. */
const longestNap = 500

/**
 * Moves the clock for several cases at once: only when every participant waits, and only to the earliest wish.
 * So cases that each need an hour share it, and none is overtaken by another's jump. Time goes on while others are at work:
 * a wish that comes true by itself is not kept waiting for them.
 */
export function createTimeline(clock: SubjectClock, sleep: (ms: number) => Promise<void>) {
  const seats = new Set<Seat>()
  let moving: Promise<void> | undefined

  function moveIfAllWait(): void {
    if (moving || seats.size === 0 || [...seats].some((seat) => !seat.waiting)) return
    moving = move().finally(() => {
      moving = undefined
      moveIfAllWait()
    })
  }

  async function move(): Promise<void> {
    try {
      const earliest = Math.min(...[...seats].map((seat) => seat.waiting?.subjectMs ?? Infinity))
      const seconds = (earliest - clock.now()) / 1000
      if (seconds > 0) await clock.advance(seconds)
      const reached = Math.max(clock.now(), earliest)
      settle((seat) => (seat.waiting && seat.waiting.subjectMs <= reached ? seat.waiting.resolve : undefined))
    } catch (error) {
      settle((seat) => seat.waiting && (() => seat.waiting?.reject(error)))
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

  async function wakeInTime(seat: Seat, wish: NonNullable<Seat['waiting']>): Promise<void> {
    while (seat.waiting === wish) {
      const left = wish.subjectMs - clock.now()
      // A jump wakes those whose time it reached itself, when it is proved.
      if (left <= 0 && !moving) return settle((one) => (one === seat ? wish.resolve : undefined))
      await sleep(Math.min(Math.max(left, 10), longestNap))
    }
  }

  return {
    async join(): Promise<Participant> {
      while (moving) await moving
      const seat: Seat = {}
      seats.add(seat)
      return {
        until: (subjectMs) => {
          if (clock.now() >= subjectMs) return Promise.resolve()
          return new Promise((resolve, reject) => {
            const wish = { subjectMs, resolve, reject }
            seat.waiting = wish
            moveIfAllWait()
            void wakeInTime(seat, wish)
          })
        },
        leave() {
          seats.delete(seat)
          moveIfAllWait()
        },
      }
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>
