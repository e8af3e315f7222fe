import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { CommandFailed, type CommandOptions, type CommandResult } from '../process/carry-out-command.ts'
import type { Order, Outcome } from '../process/command-host.ts'
import { createDeferred, type Deferred } from '../process/deferred.ts'
import { packageFolder } from '../files/package-folder.ts'
import { withoutCertificates } from './subject-environment.ts'

/**
 * Runs a declared shell command and waits for it to end. Drops output beyond 1 MiB. A small helper process starts the
 * command, because starting one from a process of 200 MB blocks it for 15 ms. The helper kills commands that still run when
 * this process ends.
 * @throws CommandFailed if the command returns no exit code of its own
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  host ??= startHost()
  return await host(command, options)
}

type Host = (command: string, options: CommandOptions) => Promise<CommandResult>

/** Shared by all commands; started with the first. */
let host: Host | undefined

function startHost(): Host {
  const main = join(packageFolder(), 'dist', 'harness', 'subject', 'process', 'command-host.js')
  const child = fork(main, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: withoutCertificates(process.env),
  })
  const awaited = new Map<number, Deferred<CommandResult>>()
  let last = 0
  keepWaitingFor(child, false)
  child.on('message', ({ id, ...outcome }: Outcome) => {
    const deferred = awaited.get(id)
    awaited.delete(id)
    if ('result' in outcome) deferred?.resolve(outcome.result)
    else deferred?.reject(new CommandFailed(outcome.failed))
    keepWaitingFor(child, awaited.size > 0)
  })
  const onEnd = () => {
    host = undefined
    for (const { reject } of awaited.values())
      reject(new CommandFailed('the process that runs commands ended'))
  }
  child.on('error', onEnd).on('exit', onEnd)

  return (command, { cwd, env, timeoutMs }) => {
    const deferred = createDeferred<CommandResult>()
    const order: Order = { id: ++last, command, options: { cwd, env, timeoutMs } }
    awaited.set(order.id, deferred)
    keepWaitingFor(child, true)
    child.send(order)
    return deferred.promise
  }
}

/** Lets this process end while the helper has nothing to do. */
function keepWaitingFor(child: ChildProcess, isAwaited: boolean): void {
  for (const handle of [child, child.channel]) handle?.[isAwaited ? 'ref' : 'unref']()
}
