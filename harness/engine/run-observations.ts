import { createFailedLogins } from '../ledgers/failed-logins.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../outcomes.ts'
import { WireFailure } from '../wire/exchange.ts'
import type { HttpWire } from '../wire/http.ts'
import type { Observed } from '../verdicts/results.ts'
import { runAsCase } from '../run/current-case.ts'
import { clearCount } from './clear-count.ts'
import { makeTools } from './make-tools.ts'
import type { Measurement } from './case/observation.ts'
import type { Run } from '../run/run.ts'
import type { Need, Tools } from './case/tools.ts'
import { sideBySide, type Leases } from './schedule/side-by-side.ts'
import { createTrace } from '../run/trace.ts'

/**
 * The most requests that one observation may send; its answer is what it has found by then. Requests are counted, not timed,
 * so that a slow server is measured as thoroughly as a fast one. The longest searches take about a hundred.
 */
const mostRequests = 200

/**
 * Measures side by side what the leases allow. Whatever happens becomes an answer or a reason: never throws, judges nothing.
 * Failed logins are added to those of the cases, but only up to a share reserved for observations.
 */
export async function runObservations(
  run: Run,
  measurements: readonly Measurement[],
  lanes = 1,
): Promise<Observed[]> {
  const observed = new Map<string, Observed>()
  const leases = (one: Measurement) => leasesOf(run, one)
  const order = mayFail(run) ? measurements : measurements.toSorted((a, b) => waits(a) - waits(b))
  await sideBySide(order, { lanes, leases }, async (one) => {
    observed.set(one.id, await observe(run, one))
  })
  return measurements.flatMap(({ id }) => observed.get(id) ?? [])
}

/** The clock moves only when all under way wait, so those that wait come last, unless failed logins go by order. */
const waits = ({ needs }: Measurement): number => Number(needs?.includes('clock') ?? false)

/** True if failed logins are limited and some are left for measurements. */
const mayFail = ({ failedLogins, spending }: Run): boolean =>
  failedLogins.limited && spending?.observations.left !== 0

/**
 * Only one measurement at a time uses an account or a session, because another one's login may renew or end it. Those that
 * wait share the clock: it stops at the time of each. If failed logins are limited, the first measurements get those that
 * are left.
 */
function leasesOf(run: Run, { needs: declared, anyCredential }: Measurement): Leases {
  const { signatureDates, declaration } = run
  const { plain, mfa } = declaration.privateTokens
  const needs = anyCredential ? (plain || mfa ? [] : anyNeeds) : declared
  const asks = (...some: Need[]) => some.some((need) => needs?.includes(need))
  // A signature that needs a second of its own may move the clock for it.
  if (!needs || (asks('accessKey') && !signatureDates.repeatsAccepted)) return 'alone'
  // A command that moves the clock may restart the server.
  if (run.clock.kind === 'command' && asks('clock', 'mfaAccount')) return 'alone'
  const held: string[] = []
  if (asks('session')) held.push('session')
  if (asks('account')) held.push('account')
  if (asks('mfaAccount')) held.push('codes')
  if (mayFail(run) && asks('account', 'mfaAccount')) held.push('logins')
  return held
}

const anyNeeds: readonly Need[] = ['account', 'accessKey']

async function observe(run: Run, { id, body, needs = [], locksOut }: Measurement): Promise<Observed> {
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
    const { until } = participant
    const answer = await runAsCase({ run: own, trace, id, allowance, until }, async () => {
      const tools = withJumps(own, makeTools(own, trace, participant))
      if (needs.includes('mfaAccount')) await clearCount(own, ['mfa', 'mfa2'], tools)
      return await body(tools)
    })
    return { id, answer }
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

/** Without a clock that jumps, makes the clock unavailable: finding a lifetime takes many jumps, too long in real time. */
function withJumps(run: Run, tools: Tools): Tools {
  if (!run.clock.realTime) return tools
  return Object.defineProperty(tools, 'clock', {
    get: () => {
      throw new NotDeclared('clock', 'needs a clock that jumps: observations do not wait in real time')
    },
  })
}

const unlimited = () => createFailedLogins({ failedLoginsPerAccount: 0, failedLogins: 0 })

/** A wire that sends at most this many requests, and then throws SetupFailed. */
function bounded(wire: HttpWire, most: number): HttpWire {
  let sent = 0
  const send: HttpWire['send'] = async (request, options) => {
    if (++sent > most) throw new SetupFailed(`stopped after ${most} requests`)
    return await wire.send(request, options)
  }
  return { ...wire, send }
}
