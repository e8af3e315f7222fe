import { SetupFailed } from '../outcomes.ts'
import { WireFailure, type Wire, type WireRequest, type Exchange } from '../wire/exchange.ts'
import { jsonIn } from '../wire/shown/json-in.ts'

/** Client of the clock control protocol (`docs/clock-protocol.md`): the subject's time over HTTP. */
export interface ControlClient {
  read(): Promise<Reading>
  advance(seconds: number): Promise<Reading>
}

export interface Reading {
  subjectMs: number
  sentAt: number
  answeredAt: number
}

/**
 * After this many requests in a row without an answer, the control is not asked again: each takes a whole timeout. If the
 * control accepts no connections, it takes none, and a server that restarts accepts them again.
 */
const mostUnanswered = 2

/** @throws SetupFailed from its functions if the control gives no valid answer */
export function createControlClient(wire: Wire): ControlClient {
  let unanswered = 0
  return {
    read: () => ask({ method: 'GET', target: `${wire.prefix}/clock`, headers: [] }),
    advance: (seconds) => {
      const body = JSON.stringify({ seconds })
      const headers = [['Content-Type', 'application/json']] as const
      return ask({ method: 'POST', target: `${wire.prefix}/clock/advance`, headers, body })
    },
  }

  async function ask(request: WireRequest): Promise<Reading> {
    if (unanswered === mostUnanswered)
      throw new SetupFailed(`the clock control gave no answer ${mostUnanswered} times; it is not asked again`)
    try {
      const exchange = await wire.send(request)
      unanswered = 0
      return reading(exchange)
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error
      if (error.kind !== 'refused') unanswered++
      throw new SetupFailed(`the clock control gave no answer: ${error.message}`)
    }
  }
}

function reading({ request, response, sentAt, answeredAt }: Exchange): Reading {
  const said = `${request.method} ${request.target} of the clock control answered ${response.status}`
  if (response.status !== 200) throw new SetupFailed(said)
  const now = parseNow(new TextDecoder().decode(response.body))
  if (now === undefined) throw new SetupFailed(`${said} without a valid "now"`)
  return { subjectMs: now, sentAt, answeredAt }
}

function parseNow(text: string): number | undefined {
  const now = (jsonIn(text) as { now?: unknown } | null | undefined)?.now
  const ms = typeof now === 'string' ? Date.parse(now) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
