import { createFailedLogins } from '../client/failed-logins.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../verdicts/outcomes.ts'
import { WireFailure } from '../wire/exchange.ts'
import type { HttpWire } from '../wire/http.ts'
import { runAsCase } from './current-case.ts'
import { makeTools } from './make-tools.ts'
import type { Measurement } from './observation.ts'
import type { Run } from './run.ts'
import type { Need, Tools } from './tools.ts'
import { createTrace } from './trace.ts'

/** What came of one measurement: an answer, or why there is none. What is foreign in it is not masked yet. */
export interface Observed {
  id: string
  answer: string | null
  reason?: string
}

/**
 * Requests that one observation may send; what it has found by then is its answer. Counted, not timed: a slow server is
 * measured as far as a fast one. The longest searches take about a hundred.
 */
const mostRequests = 200

/**
 * Measures what only signs side by side, everything else one after another. Whatever happens in them becomes an answer or a reason: nothing is thrown and
 * nothing is judged, and the ledger of failed logins that the cases keep is written on, but only to a share of its own.
 */
export async function runObservations(
  run: Run,
  measurements: readonly Measurement[],
  lanes = 1,
): Promise<Observed[]> {
  const observed = new Map<string, Observed>()
  const observeAll = async (left: Iterable<Measurement>) => {
    for (const one of left) observed.set(one.id, await observe(run, one))
  }
  const isFree = ({ needs }: Measurement) => run.signatureDates.repeatsAccepted && onlySigns(needs)
  const free = measurements.filter(isFree).values()
  await Promise.all(Array.from({ length: lanes }, () => observeAll(free)))
  await observeAll(measurements.filter((one) => !isFree(one)))
  return measurements.flatMap(({ id }) => observed.get(id) ?? [])
}

/** Logs nobody in and moves no clock. */
const onlySigns = (needs: readonly Need[] = []): boolean =>
  needs.includes('accessKey') && needs.every((need) => signing.includes(need))

const signing: readonly Need[] = ['accessKey', 'accessKey2']

async function observe(run: Run, { id, body, locksOut }: Measurement): Promise<Observed> {
  const trace = createTrace()
  const participant = await run.timeline.join()
  const failedLogins = locksOut ? unlimited() : run.failedLogins
  const allowance = locksOut ? undefined : run.spending?.observations
  const own: Run = {
    ...run,
    failedLogins,
    wire: bounded(run.wire, mostRequests),
  }
  try {
    const until = (ms: number) => participant.until(ms)
    const answer = await runAsCase({ run: own, trace, allowance, until }, () =>
      body(withJumps(own, makeTools(own, trace, participant))),
    )
    return { id, answer: answer }
  } catch (error) {
    return { id, answer: null, reason: reasonOf(error) }
  } finally {
    participant.leave()
  }
}

function reasonOf(error: unknown): string {
  const expected = [NotDeclared, NotSupported, SetupFailed, WireFailure]
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message
  return `the measurement itself failed: ${error instanceof Error ? error.message : String(error)}`
}

/** A lifetime is looked for by many jumps: nobody waits for those in real time. */
function withJumps(run: Run, tools: Tools): Tools {
  if (!run.clock.realTime) return tools
  const clock = {
    get: () => {
      throw new NotDeclared('clock', 'needs a clock that jumps: real time is not waited for to observe')
    },
  }
  return Object.create(tools, { clock }) as Tools
}

const unlimited = () => createFailedLogins({ failedLoginsPerAccount: 0, failedLogins: 0 })

/** A wire that sends nothing any more after so many requests. */
function bounded(wire: HttpWire, most: number): HttpWire {
  let sent = 0
  const send: HttpWire['send'] = async (request, options) => {
    if (++sent > most) throw new SetupFailed(`stopped after ${most} requests`)
    return await wire.send(request, options)
  }
  return Object.create(wire, { send: { value: send } }) as HttpWire
}
