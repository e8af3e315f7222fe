import { SetupFailed } from '../verdicts/outcomes.ts'
import type { ControlClient, Reading } from './control.ts'
import type { DateProbe } from './date-probe.ts'
import type { Offset } from './offset.ts'

/** Moves one kind of clock and shows that it moved; answers by how many seconds it then stands further ahead. */
export type Mover = (seconds: number) => Promise<number>

export interface ProofParts {
  offset: Offset
  probe: DateProbe
  monotonic: () => number
  sleep: (ms: number) => Promise<void>
}

/** A reading of the clock this old is as good as a new one: a proof leaves more than this to chance. */
const recentMs = 30_000

export interface WaitParts extends Pick<ProofParts, 'offset' | 'probe'> {
  /** Waits in real time, and shows how long is left. */
  wait: (ms: number) => Promise<void>
}

/** By the control protocol: the `now` of a later GET is the proof. What the last one said may be the time before this jump. */
export function controlMover(
  control: ControlClient,
  { offset, monotonic }: Pick<ProofParts, 'offset' | 'monotonic'>,
): Mover {
  let last: Reading | undefined
  return async (wanted) => {
    const seconds = Math.ceil(wanted)
    const isRecent = last !== undefined && monotonic() - last.answeredAt < recentMs
    const before = last && isRecent ? last : await control.read()
    const passedMs = monotonic() - before.answeredAt
    await control.advance(seconds)
    const after = (last = await control.read())
    const moved = (after.subjectMs - before.subjectMs - passedMs) / 1000
    if (moved < seconds - 1) {
      throw new SetupFailed(
        `the clock did not move: asked for ${seconds} s, its own "now" went on by ${moved.toFixed(1)} s`,
      )
    }
    offset.set(after.subjectMs, after.sentAt, after.answeredAt)
    return seconds
  }
}

/**
 * By something outside HTTP: a command, a file. The subject's Date header is the proof. What moving and proving took last
 * time is left out of the jump and waited for, so that no instant is overshot; after a jump that did not come there is no
 * other.
 */
export function outsideMover(jump: (seconds: number) => Promise<void>, parts: ProofParts): Mover {
  const { offset, monotonic, sleep } = parts
  let costMs = 0
  let broken: SetupFailed | undefined
  return async (wanted) => {
    if (broken) throw broken
    const fromMs = offset.now()
    const startedAt = monotonic()
    const seconds = Math.floor(wanted - costMs / 1000)
    if (seconds > 0) {
      await jump(seconds)
      try {
        await proveByDate(parts, seconds, fromMs - startedAt)
      } catch (error) {
        if (error instanceof SetupFailed) broken = error
        throw error
      }
      costMs = monotonic() - startedAt
    }
    const leftMs = fromMs + wanted * 1000 - offset.now()
    if (leftMs > 0) await sleep(leftMs)
    return Math.max(0, seconds)
  }
}

/** Real time passes. Nothing has to be proved; the Date header only sets the time right again. */
export function waitMover({ offset, probe, wait }: WaitParts): Mover {
  return async (seconds) => {
    await wait(seconds * 1000)
    const reading = await probe()
    if (reading) offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
    return 0
  }
}

/** How far beside the truth two readings of a Date header, each cut to a second, may put a jump. */
const toleranceMs = 2000
/** Answers on fresh connections that must all show a jump before it is believed. */
const proofs = 5
/** A cache in the subject may hide a jump for some seconds (libfaketime's is at most ten seconds old). */
const patienceMs = 15_000

/** Time that goes on by itself proves nothing: what counts is how far an answer is ahead of the time without the jump. */
async function proveByDate(parts: ProofParts, seconds: number, before: number): Promise<void> {
  const { offset, probe, monotonic, sleep } = parts
  const startedAt = monotonic()
  let movedMs = 0
  for (let seen = 0; seen < proofs;) {
    const reading = await probe()
    if (!reading) {
      throw new SetupFailed('the clock may have moved, but no answer carries a Date header that shows it')
    }
    const { subjectMs, sentAt, answeredAt } = reading
    movedMs = subjectMs - (sentAt + answeredAt) / 2 - before
    if (movedMs >= seconds * 1000 - toleranceMs) {
      seen++
      offset.set(subjectMs, sentAt, answeredAt)
      continue
    }
    seen = 0
    if (monotonic() - startedAt > patienceMs) {
      throw new SetupFailed(
        `the clock did not move: asked for ${seconds} s, the Date header moved by ${(movedMs / 1000).toFixed(0)} s`,
      )
    }
    await sleep(200)
  }
}
