import { families } from '../facts/families.ts'
import { inParallel } from '../subject/in-parallel.ts'
import type { Method } from './operation.ts'
import type { Families, Played, Scenario } from './played.ts'
import { playScenario, type PlayOptions } from './play-scenario.ts'
import { readCalls, type Call } from './read-calls.ts'
import type { Time } from './time.ts'

export interface PlayAllOptions extends Omit<PlayOptions, 'time' | 'families'> {
  scenarios: readonly Scenario[]
  methods: readonly Method[]
  /** Declared path families; if absent, the plain scenarios determine them. */
  families?: readonly (keyof Families)[]
  createTime: () => Time
  /** How many scenarios run in parallel. */
  jobs: number
  onPlayed?: (played: Played, done: number, all: number) => void
  /**
   * Called after the first scenario. Returns true if the client does not speak the protocol at all; no more scenarios are
   * then played.
   */
  isHopeless?: (first: Played) => boolean
  signal?: AbortSignal
}

/** Plays the scenarios that the client's methods allow, the plain ones first. */
export async function playAll(options: PlayAllOptions): Promise<Played[]> {
  const { methods, jobs, onPlayed, signal } = options
  const chosen = playable(options.scenarios, methods)
  const played: Played[] = []
  const used: Families = { 'users-v1': true, v1: true }
  const play = async (scenario: Scenario) => {
    if (signal?.aborted) return
    const result = await playScenario(scenario, { ...options, families: used, time: options.createTime() })
    played.push(result)
    onPlayed?.(result, played.length, chosen.length)
  }
  const [first, ...others] = inTurn(chosen)
  if (first) await play(first)
  if (played[0] && options.isHopeless?.(played[0])) return played
  const plain: Promise<void>[] = []
  await inParallel(others, jobs, async (scenario) => {
    if (scenario.turn === 'late') {
      // The plain scenarios come first, so all of them have started.
      await Promise.all(plain)
      Object.assign(used, familiesOf(options, played))
    }
    const ended = play(scenario)
    if (isPlain(scenario)) plain.push(ended)
    await ended
  })
  // In the order of the list, regardless of which ended first.
  const order = new Map(chosen.map(({ name }, index) => [name, index]))
  played.sort((a, b) => (order.get(a.scenario) ?? 0) - (order.get(b.scenario) ?? 0))
  return played
}

/** Returns the scenarios that a client with these methods can play. */
export const playable = (scenarios: readonly Scenario[], methods: readonly Method[]): Scenario[] =>
  scenarios.filter(
    ({ method, also = [], unless }) =>
      [method, ...also].every((one) => methods.includes(one)) &&
      (unless === undefined || !methods.includes(unless)),
  )

/** Plays some scenarios again, one at a time. */
export async function playAgain(
  scenarios: readonly Scenario[],
  played: readonly Played[],
  options: Omit<PlayAllOptions, 'scenarios' | 'jobs' | 'isHopeless'>,
): Promise<Played[]> {
  const found = familiesOf(options, played)
  return await playAll({ ...options, scenarios, jobs: 1, families: families.filter((one) => found[one]) })
}

const isPlain = ({ name }: Pick<Scenario, 'name'>) => name.startsWith('plain-')

/** Puts plain scenarios first and late ones last. Between them, spaces out evenly those that wait. */
function inTurn(all: readonly Scenario[]): Scenario[] {
  const place = (scenario: Scenario) => {
    if (isPlain(scenario)) return 0
    const alike = all.filter((one) => !isPlain(one) && one.turn === scenario.turn)
    return (scenario.turn === 'late' ? 2 : 1) + alike.indexOf(scenario) / alike.length
  }
  return all.toSorted((a, b) => place(a) - place(b))
}

function familiesOf(
  { families: declared }: Pick<PlayAllOptions, 'families'>,
  played: readonly Played[],
): Families {
  if (declared) return { 'users-v1': declared.includes('users-v1'), v1: declared.includes('v1') }
  // Requesting a path without a credential does not count as using it.
  const isUse = ({ scheme, sessionIds, fields }: Call) =>
    scheme !== undefined || sessionIds.length > 0 || Object.keys(fields).length > 0
  const used = new Set(
    played
      .filter(({ scenario }) => isPlain({ name: scenario }))
      .flatMap((one) =>
        readCalls(one)
          .calls.filter(isUse)
          .map(({ family }) => family),
      ),
  )
  return { 'users-v1': used.has('users-v1'), v1: used.has('v1') }
}
