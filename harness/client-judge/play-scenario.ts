import { createRandom, derivedSeed } from '../cases/random.ts'
import type { Adapter, StartAdapter } from './adapter.ts'
import { startClockGate } from './clock-gate.ts'
import { environmentOf, toldOf, type Identities } from './identities.ts'
import type { Operation } from './operation.ts'
import { startOtherOrigin } from './other-origin.ts'
import type { Families, Played, PlayedOperation, Scenario, Stage } from './played.ts'
import { startProxy, type Disturbance } from './proxy.ts'
import type { Recorded, SentRequest } from './recorded.ts'
import type { ScenarioServer, ServerPool } from './scenario-server.ts'

export interface PlayOptions {
  pool: ServerPool
  identities: Identities
  startAdapter: StartAdapter
  seed: number
  families: Families
  /** The client's own names for what it is told. */
  env?: Readonly<Record<string, string>>
}

/** Where the web login of the reference server stands. */
export const loginPagePath = '/auth/login/'

/** @returns why the scenario is not for this client, or what happened in it */
export async function playScenario(
  scenario: Scenario,
  options: PlayOptions,
): Promise<Played | { unfit: string }> {
  const { pool, seed, families } = options
  const random = createRandom(derivedSeed(seed, scenario.name))
  const variations = scenario.variations?.(random, families) ?? []
  if ('unfit' in variations) return variations
  return await pool.use(variations, (server) => playOn(server, scenario, { ...options, random, variations }))
}

async function playOn(
  server: ScenarioServer,
  scenario: Scenario,
  {
    identities,
    startAdapter,
    env,
    random,
    variations,
  }: PlayOptions & { random: Stage['random']; variations: readonly string[] },
): Promise<Played> {
  const begun = performance.now()
  let disturb: ((exchange: Recorded) => Disturbance | undefined) | undefined
  let underWay: PlayedOperation | undefined
  const record = (at: Recorded['at'], request: SentRequest): Recorded => {
    const realMs = Date.now()
    const { method, target, headers, body } = request
    const exchange: Recorded = {
      number: played.exchanges.length + 1,
      at,
      // Without the raw bytes, which a long run would keep.
      request: { method, target, headers, body },
      sentAt: performance.now(),
      answeredAt: performance.now(),
      realMs,
      serverMs: realMs + server.aheadSeconds * 1000,
      ...(underWay === undefined ? {} : { operation: underWay.index }),
    }
    played.exchanges.push(exchange)
    underWay?.exchanges.push(exchange)
    return exchange
  }
  const [proxy, other, clockGate] = await Promise.all([
    startProxy({
      upstream: server.origin,
      mark: identities.mark,
      disturb: (exchange) => disturb?.(exchange),
      onRequest: (request) => record('api', request),
      onGarbage: (problem) => played.garbage.push(problem),
    }),
    startOtherOrigin((request) => record('other', request)),
    startClockGate(server),
  ])
  const where = {
    baseUrl: proxy.origin + server.prefix,
    loginPage: proxy.origin + server.prefix + loginPagePath,
    clockUrl: clockGate.url,
  }
  const right = toldOf(identities, where)
  const told = { ...right, ...scenario.tell?.(right) }
  const played: Played = {
    scenario: scenario.name,
    kind: 'scenario',
    method: scenario.method,
    variations,
    exchanges: [],
    operations: [],
    identities,
    told,
    prefix: server.prefix,
    origin: proxy.origin,
    otherOrigin: other.origin,
    garbage: [],
    said: '',
    durationMs: 0,
  }
  let adapter: Adapter | undefined
  let method: Played['method']
  const ask = async (operation: Operation): Promise<PlayedOperation> => {
    adapter ??= startAdapter(environmentOf(told, env))
    if (operation.op === 'use') method = operation.method
    const asked: PlayedOperation = {
      index: played.operations.length,
      operation,
      method,
      reply: { kind: 'fault', fault: 'was not asked' },
      startedAt: performance.now(),
      endedAt: 0,
      exchanges: [],
    }
    played.operations.push(asked)
    underWay = asked
    asked.reply = await adapter.ask(operation)
    underWay = undefined
    asked.endedAt = performance.now()
    return asked
  }
  const stage: Stage = {
    use: (wanted) => ask({ op: 'use', method: wanted }),
    list: () => ask({ op: 'list' }),
    async advance(seconds) {
      await server.advance(seconds)
      return await ask({ op: 'advance', seconds })
    },
    expire: (value) => server.expire(value),
    disturb: (how) => void (disturb = how),
    nextSecond: () => new Promise((resolve) => setTimeout(resolve, 1010 - (Date.now() % 1000))),
    played,
    random,
  }
  try {
    await scenario.play(stage)
  } catch (error) {
    played.problem = error instanceof Error ? error.message : String(error)
  } finally {
    await adapter?.end()
    played.said = adapter?.said() ?? ''
    await Promise.all([proxy.stop(), other.stop(), clockGate.stop()])
  }
  played.durationMs = Math.round(performance.now() - begun)
  return played
}
