import { SetupFailed } from '../outcomes.ts'
import { header, WireFailure, type Wire, type WireRequest, type Exchange } from '../wire/exchange.ts'
import { objectIn } from '../wire/shown/json-in.ts'

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
/** For how long in all a run waits because the control asks to come back later. */
const longestInAllSeconds = 60

/**
 * @param wait waits in real time, in milliseconds
 * @throws SetupFailed from its functions if the control gives no valid answer
 */
export function createControlClient(wire: Wire, wait: (ms: number) => Promise<void>): ControlClient {
  let unanswered = 0
  let waitedSeconds = 0
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
      const seconds = laterSeconds(exchange)
      if (seconds === undefined || waitedSeconds + seconds > longestInAllSeconds) return reading(exchange)
      waitedSeconds += seconds
      await wait(seconds * 1000)
      return await ask(request)
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error
      if (error.kind !== 'refused') unanswered++
      throw new SetupFailed(`the clock control gave no answer: ${error.message}`)
    }
  }
}

/** In how many seconds the control asks to be called again, at least one; undefined if it does not. */
function laterSeconds({ response: { status, headers } }: Exchange): number | undefined {
  const value = header(headers, 'retry-after')?.trim() ?? ''
  return [429, 503].includes(status) && /^\d+$/.test(value) ? Math.max(1, Number(value)) : undefined
}

function reading({ request, response, sentAt, answeredAt }: Exchange): Reading {
  const said = `${request.method} ${request.target} of the clock control answered ${response.status}`
  if (response.status !== 200) throw new SetupFailed(said)
  const now = parseNow(new TextDecoder().decode(response.body))
  if (now === undefined) throw new SetupFailed(`${said} without a valid "now"`)
  return { subjectMs: now, sentAt, answeredAt }
}

function parseNow(text: string): number | undefined {
  const { now } = objectIn(text)
  const ms = typeof now === 'string' ? Date.parse(now) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
