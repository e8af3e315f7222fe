import { SetupFailed } from '../outcomes.ts'
import type { ControlClient, Reading } from './control.ts'
import type { DateProbe } from './date-probe.ts'
import type { Offset } from './offset.ts'

/** A jump failed, but was made, as far as anybody knows. */
export class JumpMade extends SetupFailed {}

/** No answer shows the jump: nothing tells the subject's time any more. */
export class UnseenJump extends JumpMade {}

/** Moves one kind of clock and proves that it moved; returns how many seconds further ahead the clock is afterwards. */
export type Mover = (seconds: number) => Promise<number>

export interface ProofParts {
  offset: Offset
  probe: DateProbe
  monotonic: () => number
  sleep: (ms: number) => Promise<void>
}

/** A reading up to this age is as good as a new one, because a proof is less exact than its drift. */
const recentMs = 30_000

export interface WaitParts extends Pick<ProofParts, 'offset' | 'probe'> {
  /** Waits in real time, and shows how long is left. */
  wait: (ms: number) => Promise<void>
}

/**
 * Moves by the control protocol; the `now` of a later GET is the proof. The last reading may serve as the time before. The
 * GET is sent right behind the request to advance, which saves a round trip; if it overtook that request, another is sent.
 */
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
    const movedBy = ({ subjectMs }: Reading) => (subjectMs - before.subjectMs - passedMs) / 1000
    last = undefined
    const [asked, early] = await Promise.allSettled([control.advance(seconds), control.read()])
    const isProof = early.status === 'fulfilled' && movedBy(early.value) >= seconds
    const unseen = (error: unknown): never => {
      throw failedAs(UnseenJump, asked.status === 'rejected' ? asked.reason : error)
    }
    const after = (last = isProof ? early.value : await control.read().catch(unseen))
    const moved = movedBy(after)
    offset.set(after.subjectMs, after.sentAt, after.answeredAt)
    if (asked.status === 'rejected')
      throw moved < seconds - 1 ? asked.reason : failedAs(JumpMade, asked.reason)
    if (moved < seconds - 1) {
      const went =
        moved < -1
          ? `back by ${Math.abs(moved).toFixed(1)} s; did the server restart?`
          : `on by ${moved.toFixed(1)} s`
      throw new SetupFailed(`the clock did not move: asked for ${seconds} s, its own "now" went ${went}`)
    }
    return seconds
  }
}

const failedAs = (Kind: typeof JumpMade, reason: unknown): unknown =>
  reason instanceof SetupFailed ? new Kind(reason.message) : reason

/**
 * Moves by something outside HTTP: a command or a file. The subject's Date header is the proof. The jump is shorter by the
 * time that the last one took with its proof, rounded up to whole seconds, and what is missing then is waited for: so the
 * time is at most a second late, even if each jump takes long. After a failed jump, there is no other.
 */
export function outsideMover(jump: (seconds: number) => Promise<void>, parts: ProofParts): Mover {
  const { offset, monotonic, sleep } = parts
  let costMs = 0
  let broken: SetupFailed | undefined
  return async (wanted) => {
    if (broken) throw broken
    const fromMs = offset.now()
    const startedAt = monotonic()
    const seconds = Math.ceil(wanted - costMs / 1000)
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

/** Waits in real time. There is nothing to prove; the Date header only corrects the time. */
export function waitMover({ offset, probe, wait }: WaitParts): Mover {
  return async (seconds) => {
    await wait(seconds * 1000)
    const reading = await probe()
    if (reading) offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
    return 0
  }
}

/** How far off a jump may look, as the difference of two Date headers, each cut to a second. */
const toleranceMs = 2000
/** The number of answers on fresh connections, asked for at once, that must all show a jump before it counts as proved. */
const proofs = 5
/** A cache in the subject may hide a jump for some seconds (at most ten for libfaketime). */
const patienceMs = 15_000

/** Proves a jump by how far answers are ahead of the time without the jump, since time also passes by itself. */
async function proveByDate(parts: ProofParts, seconds: number, before: number): Promise<void> {
  const { offset, probe, monotonic, sleep } = parts
  const startedAt = monotonic()
  const movedBy = ({ subjectMs, sentAt, answeredAt }: Reading) =>
    subjectMs - (sentAt + answeredAt) / 2 - before
  for (;;) {
    const readings = (await Promise.all(Array.from({ length: proofs }, probe))).filter(
      (one) => one !== undefined,
    )
    const [reading] = readings
    if (!reading || readings.length < proofs) {
      throw new UnseenJump('the clock may have moved, but no answer carries a Date header that shows it')
    }
    const movedMs = Math.min(...readings.map(movedBy))
    if (movedMs >= seconds * 1000 - toleranceMs)
      return offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
    if (monotonic() - startedAt > patienceMs) {
      throw new UnseenJump(
        `the clock did not move: asked for ${seconds} s, the Date header moved by ${(movedMs / 1000).toFixed(0)} s; a proxy or cache in front of the server may set that header itself`,
      )
    }
    await sleep(200)
  }
}
