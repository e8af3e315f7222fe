import { createRandom, derivedSeed } from '../run/random.ts'
import type { Adapter, Reply, StartAdapter } from './adapter.ts'
import { environmentOf, type Identities } from './identities.ts'
import { openWorld } from './open-world.ts'
import type { Operation } from './operation.ts'
import type { Families, Played, PlayedOperation, Scenario, Stage } from './played.ts'
import { text } from './read-calls.ts'
import type { ScenarioServer, ServerPool } from './scenario-server.ts'
import type { Time } from './time.ts'

export interface PlayOptions {
  pool: ServerPool
  identities: Identities
  startAdapter: StartAdapter
  seed: number
  /** The clocks of this scenario. */
  time: Time
  families: Families
  /** The client's own names for the values it is given. */
  env?: Readonly<Record<string, string>>
}

/** @returns everything that happened in the scenario */
export async function playScenario(scenario: Scenario, options: PlayOptions): Promise<Played> {
  const { pool, seed } = options
  const random = createRandom(derivedSeed(seed, scenario.name))
  const variations = scenario.variations?.(random) ?? []
  return await pool.use(variations, (server) => playOn(server, scenario, { ...options, random }))
}

/** The client's time zone, unless its `env` has another: many machines have UTC, where local time taken for GMT doesn't show. */
const timeZone = 'Asia/Kathmandu'
/** Longer than the time step of a one-time code. */
const nextCodeSeconds = 31
/** A client that goes by its own time, and sends no code twice, waits for the next one. */
const waitForCodeMs = nextCodeSeconds * 1000
/** A client may log in three times in one operation, and wait for two more codes. */
const waitForCodesMs = 2 * waitForCodeMs
/** A client may try again after longer and longer pauses: undici's does so five times, in 15.5 s. */
const triesMs = 20_000

/** A client that ended, or answered nothing, is started again this often; each silence takes its time limit. */
const mostRestarts = 5

/** A client that uses up the time for further tries, half a minute or more, is waited for this often in a scenario. */
const mostWaits = 3

/** Thrown to end a scenario. */
class Unsupported extends Error {}

async function playOn(
  server: ScenarioServer,
  scenario: Scenario,
  options: PlayOptions & { random: Stage['random'] },
): Promise<Played> {
  const { identities, startAdapter, time, env, families, random } = options
  const { name, method: ownMethod, tell } = scenario
  const world = await openWorld({
    server,
    identities,
    time,
    scenario: name,
    kind: 'scenario',
    method: ownMethod,
    variations: server.variations,
    tell,
  })
  const { played } = world
  let adapter: Adapter | undefined
  /** What the client did instead of an answer: it is asked nothing more until it is started again. */
  let broken: Reply | undefined
  let waits = 0
  const ended: Adapter[] = []
  let method: Played['method']
  let situation: string | undefined
  const ask = async (
    operation: Operation,
    { isOptional = false, longerMs = 0 } = {},
  ): Promise<PlayedOperation> => {
    // What one server made of it says nothing about what the client does with the next.
    if (operation.op === 'use' && broken && adapter && ended.length < mostRestarts && waits < mostWaits) {
      await adapter.end()
      ended.push(adapter)
      adapter = undefined
      broken = undefined
      const seconds = server.aheadSeconds
      if (seconds > 0) await ask({ op: 'advance', seconds }, { isOptional: true })
    }
    adapter ??= startAdapter(environmentOf(played.told, { TZ: timeZone, ...env }), time)
    if (operation.op === 'use') method = operation.method
    const asked: PlayedOperation = {
      index: played.operations.length,
      operation,
      method,
      ...(situation === undefined ? {} : { situation }),
      ...(isOptional ? { optional: true } : {}),
      reply: { kind: 'fault', fault: 'was not asked' },
      startedAt: time.monotonic(),
      exchanges: [],
    }
    played.operations.push(asked)
    const tooMany = world.underWay(asked)
    const reply = broken ?? (await Promise.race([adapter.ask(operation, longerMs), tooMany]))
    world.ended()
    if (broken === undefined && reply.kind === 'fault') {
      broken = reply
      if (reply.late && longerMs > 0) waits++
    }
    asked.reply = reply
    if (asked.reply.kind === 'unsupported' && !isOptional) throw new Unsupported()
    return asked
  }
  const hasSentCode = () => played.exchanges.some(({ request }) => text(request.body).includes('otp_code'))
  const stage: Stage = {
    use: (wanted) => ask({ op: 'use', method: wanted }),
    list: () => ask({ op: 'list' }, { longerMs: method === 'mfa' && hasSentCode() ? waitForCodeMs : 0 }),
    listPatiently: () => ask({ op: 'list' }, { longerMs: method === 'mfa' ? waitForCodesMs : triesMs }),
    async advance(seconds) {
      await server.advance(seconds)
      return await ask({ op: 'advance', seconds })
    },
    async untilNextCode() {
      await server.advance(nextCodeSeconds)
      return await ask({ op: 'advance', seconds: nextCodeSeconds }, { isOptional: true })
    },
    begin(begins, title) {
      situation = begins
      played.situations.set(begins, { title, variations: server.variations })
    },
    async vary(names) {
      await server.vary(names)
      const now = situation === undefined ? undefined : played.situations.get(situation)
      if (now) now.variations = names
    },
    leaveOut: (left, unfit) =>
      void played.situations.set(left, { title: scenario.title, variations: [], unfit }),
    expire: (value) => server.expire(value),
    disturb: (how) => world.disturb(how),
    now: () => time.wallMs() + server.aheadSeconds * 1000,
    nextSecond: () => time.sleep(1510),
    isOwnServer: server.isOwn,
    played,
    random,
    families,
  }
  try {
    await scenario.play(stage)
  } catch (error) {
    if (!(error instanceof Unsupported))
      played.problem = error instanceof Error ? error.message : String(error)
  } finally {
    await adapter?.end()
    // One that ends at every start says the same each time.
    const said = [...ended, ...(adapter ? [adapter] : [])].map((one) => one.said()).filter(Boolean)
    played.said = [...new Set(said)].join('\n')
    await world.close()
  }
  return played
}
