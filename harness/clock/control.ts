import { SetupFailed } from '../verdicts/outcomes.ts'
import { WireFailure, type Wire, type WireRequest, type Exchange } from '../wire/exchange.ts'

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

/** @throws SetupFailed from its functions where the control gives no valid answer */
export function createControlClient(wire: Wire): ControlClient {
  return {
    read: () => ask({ method: 'GET', target: `${wire.prefix}/clock`, headers: [] }),
    advance: (seconds) => {
      const body = JSON.stringify({ seconds })
      const headers = [['Content-Type', 'application/json']] as const
      return ask({ method: 'POST', target: `${wire.prefix}/clock/advance`, headers, body })
    },
  }

  async function ask(request: WireRequest): Promise<Reading> {
    try {
      return reading(await wire.send(request))
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error
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
  try {
    const { now } = JSON.parse(text) as { now?: unknown }
    const ms = typeof now === 'string' ? Date.parse(now) : Number.NaN
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    return undefined
  }
}
