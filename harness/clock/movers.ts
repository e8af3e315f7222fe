import { SetupFailed } from '../verdicts/outcomes.ts'
import type { ControlClient } from './control.ts'
import type { Offset } from './offset.ts'

/** How one kind of clock is moved and how the jump is shown; resolves when it is proved. */
export type Mover = (seconds: number) => Promise<void>

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

/** One look at the subject's time through its own answers: its Date header, in Unix milliseconds. */
export type DateProbe = () => Promise<{ subjectMs: number; sentAt: number; answeredAt: number } | undefined>

/** Answers on fresh connections that must show a jump before it is believed. */
const proofs = 5

/** Proves a jump by the Date header of five answers on fresh connections. */
export async function proveByDate(
  probe: DateProbe,
  offset: Offset,
  seconds: number,
  fromMs: number,
): Promise<void> {
  for (let seen = 0; seen < proofs; seen++) {
    const reading = await probe()
    if (!reading)
      throw new SetupFailed('the clock may have moved, but the answers carry no Date header that shows it')
    const moved = (reading.subjectMs - fromMs) / 1000
    if (moved < seconds - 2) {
      throw new SetupFailed(
        `the clock did not move: asked for ${seconds} s, the Date header went on by ${moved.toFixed(0)} s`,
      )
    }
    offset.set(reading.subjectMs, reading.sentAt, reading.answeredAt)
  }
}
