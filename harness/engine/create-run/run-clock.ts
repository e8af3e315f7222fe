import { createControlClient, type ControlClient } from '../../clock/control.ts'
import { createClock } from '../../clock/create-clock.ts'
import { createDateProbe } from '../../clock/date-probe.ts'
import { moverOf } from '../../clock/mover-of.ts'
import { createOffset } from '../../clock/offset.ts'
import type { SubjectClock } from '../../clock/subject-clock.ts'
import { listPath } from '../../facts/families.ts'
import { SetupFailed } from '../../outcomes.ts'
import type { HttpWire } from '../../wire/http.ts'
import { Misdeclared } from '../case/misdeclared.ts'
import type { Machine } from '../machine.ts'
import type { RunSpec } from '../run-spec.ts'
import { createControlWire } from './run-wire.ts'

/**
 * The subject's clock, as it is declared; if the subject has a clock control, set to the time that this gives.
 * @param wait waits in real time, in milliseconds, and shows that it does
 * @throws Misdeclared if the clock control gives no time, though the subject answered
 */
export async function createRunClock(
  spec: RunSpec,
  machine: Machine,
  wire: HttpWire,
  wait: (ms: number) => Promise<void>,
): Promise<{ clock: SubjectClock; control: ControlClient | undefined }> {
  const { declaration, slow, controlUrl } = spec
  const { monotonic, sleep, env, wallMs } = machine
  const { kind } = declaration.clock
  const offset = createOffset(monotonic, wallMs())
  const control =
    kind === 'control' && controlUrl !== null
      ? createControlClient(createControlWire(spec, machine, controlUrl), wait)
      : undefined
  const probe = createDateProbe(wire, wire.prefix + listPath.v1)
  const move = moverOf({ declaration, control, slow, env, offset, probe, monotonic, sleep, wait })
  const clock = createClock({
    kind,
    offset,
    ...(move === undefined ? {} : { move }),
    realTime: kind === 'wait',
    ...maxAdvance(spec),
    waitForStep: wait,
  })
  if (control) {
    const { subjectMs, sentAt, answeredAt } = await control.read().catch(misdeclared)
    offset.set(subjectMs, sentAt, answeredAt)
  }
  return { clock, control }
}

function misdeclared(error: unknown): never {
  if (!(error instanceof SetupFailed)) throw error
  const said = error.message.replace(/([^.?])$/, '$1.')
  throw new Misdeclared(`clock.url: ${said} Start it, correct the URL, or leave the clock out.`)
}

function maxAdvance({ declaration }: RunSpec): { maxAdvanceSeconds?: number } {
  const { clock, start, container } = declaration
  if (clock.kind === 'none') return {}
  if (clock.maxAdvance !== undefined) return { maxAdvanceSeconds: clock.maxAdvance }
  return start || container ? {} : { maxAdvanceSeconds: 48 * 3600 }
}
