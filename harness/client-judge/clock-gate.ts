import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from '../wire/listen-locally.ts'
import { objectIn } from '../wire/shown/json-in.ts'
import type { ScenarioServer } from './scenario-server.ts'
import { machine } from '../engine/machine.ts'

/**
 * Starts the clock control that the client receives. It gives access to the clock only, not to the rest of the server's
 * control port.
 */
export async function startClockGate(
  server: Pick<ScenarioServer, 'advance' | 'aheadSeconds'>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const gate = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const now = () => new Date(machine.wallMs() + server.aheadSeconds * 1000).toISOString()
    const given = (body: string) => {
      if (request.method === 'GET' && request.url === '/clock') return answer(200, { now: now() })
      if (request.method !== 'POST' || request.url !== '/clock/advance')
        return answer(404, { error: 'not-found', msg: 'GET /clock, or POST /clock/advance' })
      const seconds = secondsOf(body)
      if (seconds === undefined)
        return answer(400, { error: 'malformed', msg: 'a body such as {"seconds":3600}' })
      server.advance(seconds).then(
        () => answer(200, { now: now() }),
        (error: Error) => answer(400, { error: 'malformed', msg: error.message }),
      )
    }
    // A client that leaves in the middle of its request gets no answer.
    text(request).then(given, () => {})
  })
  return await listenLocally(gate)
}

function secondsOf(body: string): number | undefined {
  const { seconds } = objectIn(body)
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}
