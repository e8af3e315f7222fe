import type { Reply } from './adapter.ts'
import { startClockGate } from './clock-gate.ts'
import { toldOf, type Identities, type Told } from './identities.ts'
import { startOtherOrigin } from './other-origin.ts'
import type { Played, PlayedOperation } from './played.ts'
import { startProxy, type Disturbance } from './proxy.ts'
import type { Recorded, SentRequest } from './recorded.ts'
import type { ScenarioServer } from './scenario-server.ts'
import type { Time } from './time.ts'

/**
 * The environment of a client: the recording proxy in front of the server, the clock, and an origin that no request should
 * reach.
 */
export interface World {
  played: Played
  /** Assigns requests from here on to this operation; resolves if they become too many. */
  underWay(operation: PlayedOperation): Promise<Reply>
  /** Assigns requests from here on to no operation. */
  ended(): void
  disturb(how: ((exchange: Recorded) => Disturbance | undefined) | undefined): void
  close(): Promise<void>
}

export interface WorldOptions extends Pick<Played, 'scenario' | 'kind' | 'method' | 'variations'> {
  server: ScenarioServer
  identities: Identities
  time: Time
  tell?: ((told: Told) => Partial<Told>) | undefined
}

/**
 * A client that tries again and again without a pause would send thousands until its time is over, and each would be judged.
 * One that gives up after as many has made more than thirty a second.
 */
const mostRequests = 1000

export async function openWorld(options: WorldOptions): Promise<World> {
  const { server, identities, time, scenario, kind, method, variations, tell } = options
  let disturb: ((exchange: Recorded) => Disturbance | undefined) | undefined
  let underWay: PlayedOperation | undefined
  let onTooMany = (_: Reply) => {}
  const record = (at: Recorded['at'], { method: verb, target, headers, body }: SentRequest): Recorded => {
    const realMs = time.wallMs()
    const exchange: Recorded = {
      number: played.exchanges.length + 1,
      at,
      // Without the raw bytes, which would stay in memory during a long run.
      request: { method: verb, target, headers, body },
      sentAt: time.monotonic(),
      answeredAt: time.monotonic(),
      realMs,
      serverMs: realMs + server.aheadSeconds * 1000,
      ...(underWay === undefined ? {} : { operation: underWay.index }),
    }
    played.exchanges.push(exchange)
    if (underWay && underWay.exchanges.push(exchange) === mostRequests)
      onTooMany({
        kind: 'fault',
        fault: `sent ${mostRequests} requests, and gave no answer to ${underWay.operation.op}`,
      })
    return exchange
  }
  const [proxy, other, clockGate] = await Promise.all([
    startProxy({
      upstream: server.origin,
      added: server.added,
      tls: server.tls,
      disturb: (exchange) => disturb?.(exchange),
      time,
      onRequest: (request) => record('api', request),
      onGarbage: (problem) => played.garbage.push(problem),
    }),
    startOtherOrigin((request) => record('other', request)),
    startClockGate(server),
  ])
  const valid = toldOf(identities, {
    baseUrl: proxy.origin + server.prefix,
    loginPage: proxy.origin + server.prefix + (server.pages[0] ?? ''),
    clockUrl: clockGate.url,
  })
  const played: Played = {
    scenario,
    kind,
    method,
    variations,
    situations: new Map(),
    exchanges: [],
    operations: [],
    identities,
    told: { ...valid, ...server.tells, ...tell?.(valid) },
    prefix: server.prefix,
    pages: server.pages,
    origin: proxy.origin,
    hidesBodies: server.hidesBodies ?? false,
    otherOrigin: other.origin,
    garbage: [],
    said: '',
  }
  return {
    played,
    underWay(operation) {
      underWay = operation
      return new Promise((resolve) => (onTooMany = resolve))
    },
    ended: () => void (underWay = undefined),
    disturb: (how) => void (disturb = how),
    close: async () => void (await Promise.all([proxy.stop(), other.stop(), clockGate.stop()])),
  }
}
