import { createDeferred } from '../process/deferred.ts'
import { startProcessGroup, type ShellOptions } from '../process/process-group.ts'

export interface CommandOptions extends ShellOptions {
  timeoutMs: number
}

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** A command returned no exit code: it exceeded its time limit, or a signal ended it. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

const maxOutput = 1024 * 1024

/**
 * Runs a declared shell command and waits for it to end. Drops output beyond 1 MiB.
 * @throws CommandFailed if the command returns no exit code of its own
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  const { timeoutMs } = options
  const group = startProcessGroup(command, options)
  const output = { stdout: '', stderr: '' }
  const read = (['stdout', 'stderr'] as const).map((stream) => {
    group.child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] = (output[stream] + text).slice(0, maxOutput)
    })
    return new Promise((resolve) => group.child[stream].once('close', resolve))
  })
  const late = createDeferred<never>()
  const timer = setTimeout(() => {
    late.reject(new CommandFailed(`did not end within ${timeoutMs} ms: ${command}`))
  }, timeoutMs)
  try {
    const { exitCode, signal: killedBy } = await Promise.race([group.ended, late.promise])
    await Promise.race([Promise.all(read), new Promise((resolve) => setTimeout(resolve, leftOpenMs))])
    group.release()
    if (exitCode === null) throw new CommandFailed(`was ended by ${killedBy}: ${command}`)
    return { exitCode, ...output }
  } catch (error) {
    await group.end(0)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** How long to wait for output after the end if a process left behind keeps the pipe open. */
const leftOpenMs = 1000
