import { machine } from '../engine/machine.ts'
import { startAdapterProcess } from '../client-judge/adapter-process.ts'
import type { ClientConfig } from '../client-judge/client-config.ts'
import { playAll } from '../client-judge/play-all.ts'
import type { Played, Scenario } from '../client-judge/played.ts'
import { runCommand } from '../client-judge/run-command.ts'
import type { ClientServers } from './client-servers.ts'
import { Unreachable } from '../subject/subject-error.ts'
import type { ClientOptions } from './client-options.ts'
import type { createInterrupt } from './interrupt.ts'
import type { createProgress } from './progress.ts'

/** What was played, and how it ended. */
export interface Done {
  played: Played[]
  notes: string[]
  isInterrupted: boolean
  /** How the client ended where it should have gone on, or was ended. */
  clientEnded?: string
}

interface Shared extends ClientServers {
  interrupt: Pick<ReturnType<typeof createInterrupt>, 'pressed' | 'onExit'>
  progress: Pick<ReturnType<typeof createProgress>, 'ended'>
  options: ClientOptions
}

/** @throws Unreachable where the client does not speak the protocol at all */
export async function runInScenarios({
  config,
  scenarios,
  left,
  seed,
  pool,
  identities,
  interrupt,
  progress,
  upstream,
  without,
}: Shared & {
  config: ClientConfig
  scenarios: readonly Scenario[]
  left: number
  seed: number
}): Promise<Done> {
  const played: Played[] = []
  const stop = new AbortController()
  const { command, folder: cwd, methods, families, env, timeoutMs } = config
  const all = playAll({
    scenarios,
    methods,
    ...(families ? { families } : {}),
    pool,
    identities,
    env,
    seed,
    createTime: () => machine,
    jobs: pool.count,
    signal: stop.signal,
    startAdapter: (told) => {
      const adapter = startAdapterProcess({ command, cwd, env: { ...process.env, ...told }, timeoutMs })
      interrupt.onExit(() => adapter.end())
      return adapter
    },
    onPlayed: (one, done, count) => {
      played.push(one)
      progress.ended({ id: one.scenario }, done, count)
    },
    isHopeless: ({ operations }) => operations.every(({ reply }) => reply.kind === 'fault'),
  })
  all.catch(() => {})
  const ended = await Promise.race([all, interrupt.pressed])
  if (ended === undefined) {
    stop.abort()
    return { played, notes: [], isInterrupted: true }
  }
  const [first] = ended
  if (first && first.operations.every(({ reply }) => reply.kind === 'fault')) {
    const [operation] = first.operations
    const fault = operation?.reply.kind === 'fault' ? operation.reply.fault : 'was never asked'
    const said =
      first.said === ''
        ? ' It wrote nothing to stderr.'
        : ` Its stderr:\n${first.said.replace(/^/gm, '  | ')}`
    throw new Unreachable(`the client can't be reached: "${command}" ${fault}.${said}`)
  }
  return {
    played: ended,
    notes: [
      ...(upstream === undefined ? [] : upstreamNotes(upstream, without, left, ended)),
      ...ended.flatMap(({ scenario, problem }) =>
        problem === undefined ? [] : [`the scenario ${scenario} could not be played to its end: ${problem}`],
      ),
      ...stderrNotes(ended),
      ...garbageNotes(ended),
    ],
    isInterrupted: false,
  }
}

const usualTimeoutSeconds = 600

/** Runs the client's own tests once. @throws UsageError where they can't be started */
export async function runOwnTests({
  command,
  names,
  pool,
  identities,
  interrupt,
  options,
}: Shared & {
  command: readonly string[]
  names?: Readonly<Record<string, string>> | undefined
}): Promise<Done> {
  const timeoutSeconds = options.timeout ?? usualTimeoutSeconds
  const { played, ended } = await pool.use([], (server) =>
    runCommand({
      command,
      env: process.env,
      names,
      server,
      identities,
      timeoutMs: timeoutSeconds * 1000,
      interrupted: interrupt.pressed,
      ...(options.quiet || options.json ? {} : { print: (part: Buffer) => void process.stderr.write(part) }),
    }),
  )
  const sent = played.exchanges.length
  const how =
    ended.by === 'itself'
      ? `the command ended with ${ended.how.replace(/^exit/, 'the exit')}`
      : 'the command was ended'
  return {
    played: [played],
    notes: [`${how}; it sent ${sent} request${sent === 1 ? '' : 's'}`, ...garbageNotes([played])],
    isInterrupted: ended.by === 'interrupt',
    ...(ended.by === 'timeout' ? { clientEnded: `no end within ${timeoutSeconds} s` } : {}),
  }
}

function upstreamNotes(
  upstream: string,
  without: ClientServers['without'],
  left: number,
  played: readonly Played[],
): string[] {
  const failed = played.flatMap(({ scenario, method, operations }) =>
    scenario.startsWith('plain-') && operations.some(({ reply }) => reply.kind === 'error') ? [method] : [],
  )
  return [
    `judged before ${upstream}; ${left} scenarios were left out, as they change the server, or need what is not declared`,
    ...[...without].map(([method, why]) => `${method} was left out: ${why}`),
    ...(failed.length === 0
      ? []
      : [
          `no list came by ${failed.join(', ')}; "conformance doctor" tells whether the declaration is right`,
        ]),
  ]
}

const [mostScenarios, mostLines] = [3, 5]

/** The last lines of each client that wrote any, of a few scenarios. */
const stderrNotes = (all: readonly Played[]): string[] => {
  const wrote = all.filter(({ said }) => said !== '')
  const more = wrote.length - mostScenarios
  return [
    ...wrote
      .slice(0, mostScenarios)
      .map(
        ({ scenario, said }) =>
          `the client wrote to stderr in ${scenario}: ${said.split('\n').slice(-mostLines).join(' | ')}`,
      ),
    ...(more > 0 ? [`it wrote to stderr in ${more} more`] : []),
  ]
}

const garbageNotes = (all: readonly Played[]): string[] => {
  const found = all.flatMap(({ garbage }) => garbage)
  return found.length === 0
    ? []
    : [`${found.length} times something came that is no HTTP request: ${found[0]}`]
}
