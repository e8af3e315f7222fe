import { SetupFailed } from '../verdicts/outcomes.ts'
import type { ControlClient } from './control.ts'
import type { DateProbe } from './date-probe.ts'
import type { Offset } from './offset.ts'

/** How one kind of clock is moved and how the jump is shown; resolves when it is proved. */
export type Mover = (seconds: number) => Promise<void>

export interface ProofParts {
  offset: Offset
  probe: DateProbe
  monotonic: () => number
  sleep: (ms: number) => Promise<void>
}

/** By the control protocol: the `now` of a later GET is the proof. */
export function controlMover(control: ControlClient, offset: Offset): Mover {
  return async (seconds) => {
    const before = await control.read()
    await control.advance(seconds)
    const after = await control.read()
    const moved = (after.subjectMs - before.subjectMs) / 1000
    if (moved < seconds - 1) {
      throw new SetupFailed(
        `the clock did not move: asked for ${seconds} s, its own "now" went on by ${moved.toFixed(1)} s`,
      )
    }
    offset.set(after.subjectMs, after.sentAt, after.answeredAt)
  }
}

/** By something outside HTTP: a command, a file. The subject's Date header is the proof. */
export function outsideMover(jump: (seconds: number) => Promise<void>, parts: ProofParts): Mover {
  return async (seconds) => {
    const fromMs = parts.offset.now()
    await jump(seconds)
    await proveByDate(parts, seconds, fromMs)
  }
}

/** Real time passes. Nothing has to be proved; the Date header only sets the time right again. */
export function waitMover({ offset, probe, sleep }: ProofParts): Mover {
  return async (seconds) => {
    await sleep(seconds * 1000)
    const reading = await probe()
    if (reading) offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
  }
}

/** Answers on fresh connections that must all show a jump before it is believed. */
const proofs = 5
/** A cache in the subject may hide a jump for some seconds (libfaketime's is ten seconds old at the most). */
const patienceMs = 15_000

async function proveByDate(parts: ProofParts, seconds: number, fromMs: number): Promise<void> {
  const { offset, probe, monotonic, sleep } = parts
  const startedAt = monotonic()
  let moved = 0
  for (let seen = 0; seen < proofs;) {
    const reading = await probe()
    if (!reading) {
      throw new SetupFailed('the clock may have moved, but no answer carries a Date header that shows it')
    }
    moved = (reading.subjectMs - fromMs) / 1000
    if (moved >= seconds - 2) {
      seen++
      offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
      continue
    }
    seen = 0
    if (monotonic() - startedAt > patienceMs) {
      throw new SetupFailed(
        `the clock did not move: asked for ${seconds} s, the Date header went on by ${moved.toFixed(0)} s`,
      )
    }
    await sleep(200)
  }
}
