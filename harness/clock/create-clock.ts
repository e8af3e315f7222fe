import { NotDeclared } from '../outcomes.ts'
import { JumpMade, type Mover, UnseenJump } from './movers.ts'
import type { Offset } from './offset.ts'
import type { SubjectClock } from './subject-clock.ts'

export interface ClockParts {
  kind: SubjectClock['kind']
  offset: Offset
  /** Absent if the clock can't be moved. */
  move?: Mover
  realTime?: boolean
  /** How far the suite may move the clock in total; undefined for no limit. */
  maxAdvanceSeconds?: number
  /** Waits in real time for a one-time code's time step, if the clock can't be moved. */
  waitForStep: (ms: number) => Promise<void>
}

/** The longest real wait without a movable clock: one time step of ten minutes. */
const longestStepSeconds = 600

/** Creates the subject's clock from the parts of its kind. Keeps to `maxAdvance` and counts how far ahead the clock is. */
export function createClock(parts: ClockParts): SubjectClock {
  const { kind, offset, move, realTime = false, maxAdvanceSeconds = Infinity } = parts
  let ahead = 0
  let lost: UnseenJump | undefined
  /** Jumps that were asked for at the same time follow one another: each is measured by the time before it. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    kind,
    movable: move !== undefined,
    realTime,
    now: () => offset.now(),
    calibrate: (subjectMs, sentAt, answeredAt) => offset.set(subjectMs, sentAt, answeredAt),
    async advance(seconds) {
      if (!move) {
        if (seconds > longestStepSeconds) throw new NotDeclared('clock')
        return await parts.waitForStep(seconds * 1000)
      }
      const next = last.then(() => jump(move, seconds))
      last = next.catch(() => {})
      await next
    },
    demandRoom,
    get leftSeconds() {
      return maxAdvanceSeconds - ahead
    },
    get isLost() {
      return lost !== undefined
    },
    get aheadSeconds() {
      return ahead
    },
  }

  function demandRoom(seconds: number): void {
    if (ahead + seconds > maxAdvanceSeconds) {
      throw new NotDeclared(
        'clock.maxAdvance',
        `needs clock.maxAdvance above ${Math.ceil((ahead + seconds) / 3600)}h`,
      )
    }
  }

  async function jump(move: Mover, seconds: number): Promise<void> {
    demandRoom(seconds)
    const before = ahead
    let moved = 0
    // A run that ends in the middle of a jump can't tell whether it was made, and reports it.
    if (!realTime) ahead += Math.ceil(seconds)
    try {
      moved = await move(seconds)
      lost = undefined
    } catch (error) {
      // The same error again comes from a jump that was not tried.
      if (error instanceof JumpMade && error !== lost) {
        moved = Math.ceil(seconds)
        lost = error instanceof UnseenJump ? error : undefined
      }
      throw error
    } finally {
      ahead = before + moved
    }
  }
}
