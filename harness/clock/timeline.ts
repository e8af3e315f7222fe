import type { SubjectClock } from './subject-clock.ts'

/** One case's place on the timeline. Join before the first step, leave at the end: no case starts while the clock jumps. */
export interface Participant {
  /**
   * Resolves once the subject's time is at or past `subjectMs`.
   * @param done resolves earlier, once this has ended: what another case still does may have to wait for the clock
   */
  until(subjectMs: number, done?: Promise<unknown>): Promise<void>
  leave(): void
}

interface Wish {
  subjectMs: number
  resolve: () => void
  reject: (error: unknown) => void
}

/** What one case waits for: several wishes if it does several things at once. */
type Seat = Set<Wish>

/** The longest sleep while other cases work, in milliseconds: their jumps may bring the wished time forward. */
const longestNap = 500

/**
 * Moves the clock for several cases at once: only when every participant waits, and only to the earliest wish.
 * So cases that each need an hour share it, and none is overtaken by another's jump. Time passes while others work: a wish
 * that comes true by itself does not wait for them.
 * @param idle resolves when no request is in flight, undefined if none is: a case may wait in one of several requests
 */
export function createTimeline(
  clock: SubjectClock,
  sleep: (ms: number) => Promise<void>,
  idle: () => Promise<void> | undefined = () => undefined,
) {
  const seats = new Set<Seat>()
  /** Otherwise time passes by itself, and holds nobody up. */
  const jumps = clock.movable && !clock.realTime
  let moving: Promise<void> | undefined

  /** The earliest wish if all wait; Infinity if somebody is at work, or all wait for one another, as for a moment they may. */
  function next(): number {
    if ([...seats].some((seat) => seat.size === 0)) return Infinity
    return Math.min(...[...seats].flatMap((seat) => [...seat]).map(({ subjectMs }) => subjectMs))
  }

  function moveIfAllWait(): void {
    if (moving || next() === Infinity) return
    moving = move().finally(() => {
      moving = undefined
      moveIfAllWait()
    })
  }

  async function move(): Promise<void> {
    try {
      for (let answered; (answered = idle());) await answered
      // An answer may have given somebody something to do.
      const earliest = next()
      if (earliest === Infinity) return
      const seconds = (earliest - clock.now()) / 1000
      if (seconds > 0) await clock.advance(seconds)
      const reached = Math.max(clock.now(), earliest)
      settle((wish) => (wish.subjectMs <= reached ? wish.resolve : undefined))
    } catch (error) {
      settle((wish) => (wish.subjectMs < Infinity ? () => wish.reject(error) : undefined))
    }
  }

  /** Calls what `pick` returns for a wish, and removes the wish; a seat without wishes counts as busy from then on. */
  function settle(pick: (wish: Wish) => (() => void) | undefined): void {
    for (const seat of seats) {
      for (const wish of seat) {
        const call = pick(wish)
        if (!call) continue
        call()
        seat.delete(wish)
      }
    }
  }

  async function wakeInTime(seat: Seat, wish: Wish): Promise<void> {
    while (seat.has(wish)) {
      const left = wish.subjectMs - clock.now()
      // While a jump is under way, the jump wakes the cases whose time it reached, once it is proved.
      if (left <= 0 && !(jumps && moving)) return settle((one) => (one === wish ? wish.resolve : undefined))
      await sleep(Math.min(Math.max(left, 10), longestNap))
    }
  }

  return {
    async join(): Promise<Participant> {
      while (jumps && moving) await moving
      const seat: Seat = new Set()
      seats.add(seat)
      return {
        until: (subjectMs, done) => {
          if (clock.now() >= subjectMs) return Promise.resolve()
          return new Promise((resolve, reject) => {
            const wish = { subjectMs, resolve, reject }
            const withdraw = () => settle((one) => (one === wish ? resolve : undefined))
            seat.add(wish)
            done?.then(withdraw, withdraw)
            moveIfAllWait()
            void wakeInTime(seat, wish)
          })
        },
        leave() {
          seats.delete(seat)
          seat.clear()
          moveIfAllWait()
        },
      }
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>
