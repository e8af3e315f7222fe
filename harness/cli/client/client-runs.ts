import { machine } from '../../engine/machine.ts'
import { startAdapterProcess } from '../../client-judge/adapter-process.ts'
import type { ClientConfig } from '../../client-judge/client-config.ts'
import { pastProxies } from '../../client-judge/past-proxies.ts'
import { playAgain, playAll } from '../../client-judge/play-all.ts'
import type { Played, Scenario } from '../../client-judge/played.ts'
import { runCommand } from '../../client-judge/run-command.ts'
import type { ClientServers } from '../../client-judge/upstream.ts'
import { Unreachable, UsageError } from '../../subject/subject-error.ts'
import type { ClientOptions } from '../options/judge-options.ts'
import type { createInterrupt } from '../judge/interrupt.ts'
import type { createProgress } from '../judge/progress.ts'

/** The scenarios played, and how the run ended. */
export interface Done {
  played: Played[]
  notes: string[]
  isInterrupted: boolean
  /** How the client ended although it should have gone on, or how it was ended. */
  clientEnded?: string
  /** Plays scenarios again, alone; absent if nothing is played again. */
  again?: (scenarios: readonly Scenario[]) => Promise<readonly Played[]>
}

interface Shared extends ClientServers {
  interrupt: Pick<ReturnType<typeof createInterrupt>, 'pressed' | 'onExit'>
  progress: Pick<ReturnType<typeof createProgress>, 'ended'>
  options: ClientOptions
  /** Called once the client runs: from then on, a failure is no longer a usage error. */
  begun: () => void
}

/** Returns how to start the client's adapter; it ends with this process. */
export const adapterOf =
  ({ command, folder: cwd, timeoutMs }: ClientConfig, interrupt: Shared['interrupt']) =>
  (told: NodeJS.ProcessEnv) => {
    const env = { ...pastProxies(process.env), ...told }
    const adapter = startAdapterProcess({ command, cwd, env, timeoutMs })
    interrupt.onExit(() => adapter.end())
    return adapter
  }

/** @throws UsageError if the shell can't run the command; Unreachable if the client does not speak the protocol at all */
export async function runInScenarios(
  given: Shared & { config: ClientConfig; scenarios: readonly Scenario[]; left: number; seed: number },
): Promise<Done> {
  const { config, scenarios, left, seed, pool, identities, interrupt, upstream, without } = given
  const played: Played[] = []
  const stop = new AbortController()
  const { command, methods, families, env } = config
  const options: Parameters<typeof playAgain>[2] = {
    methods,
    ...(families ? { families } : {}),
    pool,
    identities,
    env,
    seed,
    createTime: () => machine,
    signal: stop.signal,
    startAdapter: adapterOf(config, interrupt),
  }
  const all = playAll({
    ...options,
    scenarios,
    jobs: pool.count,
    onPlayed: (one, done, count) => {
      played.push(one)
      given.progress.ended({ id: one.scenario }, done, count)
    },
    isHopeless: (first) => {
      if (!cannotRun(first)) given.begun()
      return isMute(first)
    },
  })
  all.catch(() => {})
  const ended = await Promise.race([all, interrupt.pressed])
  if (ended === undefined) {
    stop.abort()
    return { played, notes: [], isInterrupted: true }
  }
  const [first] = ended
  if (first && isMute(first)) {
    const [operation] = first.operations
    const fault = operation?.reply.kind === 'fault' ? operation.reply.fault : 'was never asked'
    const said =
      first.said === ''
        ? ' It wrote nothing to stderr.'
        : ` Its stderr:\n${first.said.replace(/^/gm, '  | ')}`
    if (cannotRun(first)) {
      throw new UsageError(`"${command}" can't be run; correct command in ${config.file}.${said}`)
    }
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
    // A server that is not ours counts logins, so nothing is played again there.
    ...(upstream === undefined ? { again: (some) => playAgain(some, ended, options) } : {}),
  }
}

const isMute = ({ operations }: Played) => operations.every(({ reply }) => reply.kind === 'fault')

/** True if the shell did not find the command or may not run it. */
const cannotRun = ({ operations }: Played) =>
  operations.some(({ reply }) => reply.kind === 'fault' && /^ended \(exit code 12[67]\)/.test(reply.fault))

const usualTimeoutSeconds = 600

/** Runs the client's own tests once. @throws UsageError if they can't be started */
export async function runOwnTests(
  given: Shared & { command: readonly string[]; names?: Readonly<Record<string, string>> | undefined },
): Promise<Done> {
  const { command, names, pool, identities, interrupt, options } = given
  const timeoutSeconds = options.timeout ?? usualTimeoutSeconds
  const { played, ended } = await pool.use([], (server) =>
    runCommand({
      command,
      env: pastProxies(process.env),
      names,
      server,
      identities,
      timeoutMs: timeoutSeconds * 1000,
      onStarted: given.begun,
      interrupted: interrupt.pressed,
      ...(options.quiet || options.json ? {} : { print: (part: Buffer) => void process.stderr.write(part) }),
    }),
  )
  const sent = played.exchanges.length
  const none = sent === 0 ? '; the server is at CONFORMANCE_BASE_URL in its environment' : ''
  const how = ended.by === 'itself' ? `the command ended with ${ended.how}` : 'the command was stopped'
  return {
    played: [played],
    notes: [`${how}; it sent ${sent} request${sent === 1 ? '' : 's'}${none}`, ...garbageNotes([played])],
    isInterrupted: ended.by === 'interrupt',
    ...(ended.by === 'timeout'
      ? { clientEnded: `stopped after ${timeoutSeconds} s; --timeout allows more` }
      : {}),
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
  const unlisted = `no list came with ${failed.join(', ')}; "conformance doctor" shows whether the declaration is correct`
  return [
    `judged against ${upstream}${left === 0 ? '' : `; scenarios that change the server, or need what is not declared, were left out: ${left}`}`,
    ...[...without].map(([method, why]) => `${method} was left out: ${why}`),
    ...(failed.length === 0 ? [] : [unlisted]),
  ]
}

const [mostScenarios, mostLines] = [3, 5]

/** The last stderr lines of each client that wrote any, for a few scenarios; what is the same in several comes once. */
export const stderrNotes = (all: readonly Pick<Played, 'scenario' | 'said'>[]): string[] => {
  const byText = new Map<string, string[]>()
  for (const { scenario, said } of all.filter((one) => one.said !== '')) {
    const lines = said.split('\n')
    // A stack may be longer than what is shown.
    const at = lines.findLastIndex((line) => /^\S*(?:error|exception)\b/i.test(line))
    const text = lines
      .slice(at < 0 || at > lines.length - mostLines ? -mostLines : at)
      .slice(0, mostLines)
      .join(' | ')
    byText.set(text, [...(byText.get(text) ?? []), scenario])
  }
  const texts = [...byText]
  const lines = texts.slice(0, mostScenarios).map(([text, [first, ...others]]) => {
    return `in ${first}${others.length === 0 ? '' : ` and ${inMore(others.length)}`}: ${text}`
  })
  const more = texts.slice(mostScenarios).flatMap(([, scenarios]) => scenarios).length
  if (more > 0) lines.push(`in ${inMore(more)}`)
  return lines.map((line) => `the client wrote to stderr ${line}`)
}

const inMore = (scenarios: number) => `${scenarios} more scenario${scenarios === 1 ? '' : 's'}`

const garbageNotes = (all: readonly Played[]): string[] => {
  const found = all.flatMap(({ garbage }) => garbage)
  const requests = `${found.length} request${found.length === 1 ? '' : 's'}`
  return found.length === 0 ? [] : [`${requests} could not be read as HTTP; of the first: ${found[0]}`]
}
