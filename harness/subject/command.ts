import { createDeferred } from './deferred.ts'
import { startProcessGroup, type ShellOptions } from './process-group.ts'
import { shellQuote } from './shell-quote.ts'

export interface CommandOptions extends ShellOptions {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
  durationMs: number
}

/** A command gave no exit code: it took too long, or a signal ended it. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

const maxOutput = 1024 * 1024

/**
 * Runs a declared command by the shell and waits for its end. Output beyond 1 MiB is dropped.
 * @throws CommandFailed where it has no exit code of its own
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  const { timeoutMs, signal } = options
  signal?.throwIfAborted()
  const startedAt = performance.now()
  const group = startProcessGroup(command, options)
  const output = { stdout: '', stderr: '' }
  const read = (['stdout', 'stderr'] as const).map((stream) => {
    group.child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      output[stream] = (output[stream] + text).slice(0, maxOutput)
    })
    return new Promise((resolve) => group.child[stream]!.once('close', resolve))
  })
  const stopped = createDeferred<never>()
  const stop = () => stopped.reject(signal!.reason)
  const timer = setTimeout(() => {
    stopped.reject(new CommandFailed(`did not end within ${timeoutMs} ms: ${command}`))
  }, timeoutMs)
  signal?.addEventListener('abort', stop)
  try {
    const { exitCode, signal: killedBy } = await Promise.race([group.ended, stopped.promise])
    await Promise.race([Promise.all(read), new Promise((resolve) => setTimeout(resolve, leftOpenMs))])
    group.release()
    if (exitCode === null) throw new CommandFailed(`was ended by ${killedBy}: ${command}`)
    return { exitCode, ...output, durationMs: performance.now() - startedAt }
  } catch (error) {
    await group.end(0)
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** How long output is waited for after the end, where a process left behind holds it open. */
const leftOpenMs = 1000

/** Puts values into a command's placeholders, each as one word of the shell; quotes right around one are dropped. */
export function fillCommand(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/(["']?)\{(\w+)\}\1/g, (written, _quote, name: string) => {
    const value = values[name]
    return value === undefined ? written : shellQuote(String(value))
  })
}
