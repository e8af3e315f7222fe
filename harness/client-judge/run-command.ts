import { machine } from '../engine/machine.ts'
import { closestWord } from '../subject/closest-word.ts'
import { createLastLines } from '../subject/process/last-lines.ts'
import { startProcessGroup } from '../subject/process/process-group.ts'
import { UsageError } from '../subject/subject-error.ts'
import { environmentOf, type Identities } from './identities.ts'
import { openWorld } from './open-world.ts'
import type { Played } from './played.ts'
import type { ScenarioServer } from './scenario-server.ts'

export interface RunCommandOptions {
  /** Program and arguments, run without a shell. */
  command: readonly string[]
  env: NodeJS.ProcessEnv
  /** The client's own names for the values it is given. */
  names?: Readonly<Record<string, string>> | undefined
  server: ScenarioServer
  identities: Identities
  timeoutMs: number
  /** Called once the command runs. */
  onStarted?: () => void
  /** Resolves when the operator wants to stop. */
  interrupted: Promise<unknown>
  /** Receives the command's output as it comes; if absent, the output is dropped. */
  print?: (part: Buffer) => void
}

export interface CommandRun {
  played: Played
  /** How the command ended: `exit code 0`; `timeout` or `interrupt` if the suite ended it. */
  ended: { by: 'itself'; how: string } | { by: 'timeout' } | { by: 'interrupt' }
}

const graceMs = 2000

/**
 * Runs a client's own program once against the server, and records its requests. @throws UsageError if it can't be started
 */
export async function runCommand(options: RunCommandOptions): Promise<CommandRun> {
  const { command, env, names, server, identities, timeoutMs, interrupted, print } = options
  const [program = '', ...args] = command
  const world = await openWorld({
    server,
    identities,
    time: machine,
    scenario: 'command',
    kind: 'command',
    method: undefined,
    variations: [],
  })
  const { played } = world
  const group = startProcessGroup(program, {
    args,
    cwd: process.cwd(),
    env: { ...env, ...environmentOf(played.told, names) },
    marked: 'CONFORMANCE_BASE_URL',
  })
  const { push, text } = createLastLines()
  for (const stream of [group.child.stdout, group.child.stderr])
    stream.on('data', (part: Buffer) => {
      print?.(part)
      for (const line of part.toString().split('\n')) if (line !== '') push(line)
    })
  let timer: NodeJS.Timeout | undefined
  try {
    if (group.child.pid === undefined) {
      const near = args.length === 0 ? closestWord(program, ['init', 'doctor']) : undefined
      if (near)
        throw new UsageError(`there is no program "${program}"; did you mean conformance client ${near}?`)
      const isLine = args.length === 0 && /\s/.test(program)
      throw new UsageError(
        `"${program}" can't be started; ${isLine ? `leave out the quotes: -- ${program}` : 'is it installed, and executable? The command after -- runs without a shell'}`,
      )
    }
    options.onStarted?.()
    const late = new Promise<CommandRun['ended']>((resolve) => {
      timer = setTimeout(() => resolve({ by: 'timeout' }), timeoutMs)
    })
    const ended = await Promise.race([
      group.ended.then(({ exitCode, signal }) => ({
        by: 'itself' as const,
        how: signal ?? `exit code ${exitCode}`,
      })),
      late,
      interrupted.then(() => ({ by: 'interrupt' as const })),
    ])
    return { played, ended }
  } finally {
    clearTimeout(timer)
    await group.end(graceMs)
    played.said = text()
    await world.close()
  }
}
