import { shortened } from '../wire/shortened.ts'
import type { FailedLogins } from '../client/failed-logins.ts'
import { createFailedLogins } from '../client/failed-logins.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../verdicts/outcomes.ts'
import { WireFailure } from '../wire/exchange.ts'
import type { HttpWire } from '../wire/http.ts'
import { runAsCase } from './current-case.ts'
import { makeTools } from './make-tools.ts'
import type { Measurement } from './observation.ts'
import type { Run } from './run.ts'
import type { Tools } from './tools.ts'
import { createTrace } from './trace.ts'

/** What came of one measurement: an answer, or why there is none. */
export interface Observed {
  id: string
  answer: string | null
  reason?: string
}

/** Failed logins that all observations together may cost where failed logins are limited. */
const failedLoginShare = 4
/** Longest time for one observation, in milliseconds; what it has found by then is its answer. */
const longestMs = 30_000
/** Longest answer that a report shows, in characters. */
const longestAnswer = 1000

/**
 * Measures one question after another. Whatever happens in them becomes an answer or a reason: nothing is thrown and
 * nothing is judged, and the ledger of failed logins that the cases keep is written on, but only to a share of its own.
 */
export async function runObservations(run: Run, measurements: readonly Measurement[]): Promise<Observed[]> {
  const share = shareOf(run.failedLogins)
  const observed: Observed[] = []
  for (const measurement of measurements) observed.push(await observe(run, measurement, share))
  return observed
}

async function observe(
  run: Run,
  { id, body, locksOut }: Measurement,
  share: FailedLogins,
): Promise<Observed> {
  const trace = createTrace()
  const participant = await run.timeline.join()
  const failedLogins = locksOut ? unlimited() : share
  const own: Run = {
    ...run,
    failedLogins,
    wire: bounded(run.wire, run.monotonic, run.monotonic() + longestMs),
  }
  try {
    const answer = await runAsCase({ run: own, trace }, () =>
      body(withJumps(own, makeTools(own, trace, participant))),
    )
    return { id, answer: shortened(run.secrets.mask(answer), longestAnswer) }
  } catch (error) {
    return { id, answer: null, reason: shortened(run.secrets.mask(reasonOf(error)), longestAnswer) }
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

/** The ledger of the run with a second limit on top of its own. */
function shareOf(failedLogins: FailedLogins): FailedLogins {
  const before = failedLogins.total
  return {
    ...failedLogins,
    cautious: true,
    ask(username) {
      if (failedLogins.limited && failedLogins.total - before >= failedLoginShare) {
        throw new NotDeclared(
          'limits.failedLogins',
          `left out: observations cost at most ${failedLoginShare} failed logins; lift limits.failedLogins to measure it`,
        )
      }
      failedLogins.ask(username)
    },
    refused: (username) => failedLogins.refused(username, 'observations'),
    get total() {
      return failedLogins.total
    },
    get limited() {
      return failedLogins.limited
    },
    get left() {
      return failedLogins.limited
        ? Math.min(failedLogins.left, before + failedLoginShare - failedLogins.total)
        : Infinity
    },
  }
}

const unlimited = () => createFailedLogins({ failedLoginsPerAccount: 0, failedLogins: 0 })

/** A wire that sends nothing any more once the time is over. */
function bounded(wire: HttpWire, monotonic: () => number, until: number): HttpWire {
  const send: HttpWire['send'] = async (request, options) => {
    if (monotonic() > until) throw new SetupFailed(`stopped after ${longestMs / 1000} s`)
    return await wire.send(request, options)
  }
  return Object.create(wire, { send: { value: send } }) as HttpWire
}
