import type { SubjectClock } from '../clock/subject-clock.ts'
import { NotDeclared } from '../outcomes.ts'

export interface RoomParts {
  clock: Pick<SubjectClock, 'movable' | 'realTime' | 'advance'>
  sleep: (ms: number) => Promise<void>
  /** Resolves when no request is in flight; undefined if none is. */
  idle: () => Promise<void> | undefined
}

/**
 * Makes room for signed requests, each of which needs a second of its own. A clock that jumps gains many seconds at once,
 * once no request is in flight: to a strict server, a jump would make its date too old. Real time gains one per second.
 */
export async function makeRoom(
  { clock, sleep, idle }: RoomParts,
  atLeastMs: number,
  atMostMs: number,
): Promise<void> {
  if (!clock.movable || clock.realTime) return await sleep(atLeastMs)
  try {
    for (let busy; (busy = idle());) await busy
    await clock.advance(Math.ceil(atMostMs / 1000))
  } catch (error) {
    if (!(error instanceof NotDeclared)) throw error
    await sleep(atLeastMs)
  }
}
