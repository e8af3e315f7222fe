import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorOf } from '../operator/commands.ts'
import { explain } from '../operator/explain.ts'
import type { StartOptions } from '../operator/start-options.ts'

/**
 * Carries out `create` or `show` as a command of its own would, from the folder of the data and nothing else that the
 * server knows. Writes to the answer's pipe: a line with the exit code, a line for stderr, and what goes to stdout.
 */
export async function carryOut(
  pipe: string,
  command: string,
  user: string,
  options: StartOptions | undefined,
): Promise<void> {
  const answer = options
    ? await answerTo(command, user, options).catch((error: unknown) => failed(error, ''))
    : failed(new Error('no server is started'), '')
  await write(pipe, answer).catch(() => {})
}

/** Whoever asked may be gone by now, and then nobody reads: that must hold up nothing else of this process. */
async function write(pipe: string, answer: string): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      const file = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
      await file.writeFile(answer).finally(() => file.close())
      return
    } catch (error) {
      // The shell has made the pipe, and opens it a moment later.
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO' || left === 0) throw error
      await sleep(5)
    }
  }
}

async function answerTo(
  command: string,
  user: string,
  { data = '', ...rest }: StartOptions,
): Promise<string> {
  const operator = await operatorOf({ data, ...rest })
  const { printed, result, error } = printing(() =>
    command === 'create' ? operator.createPrivateToken(user) : operator.showPrivateToken(user),
  )
  return error === undefined ? `0\n\n${printed}${result}\n` : failed(error, printed)
}

function failed(error: unknown, printed: string): string {
  const { message, exitCode } = explain(error)
  return `${exitCode}\nreference-server: ${message.split('\n')[0]}\n${printed}`
}

/** What a command does, and what it prints while it does it: an operator's command may print and fail. */
function printing<T>(work: () => T): { printed: string; result?: T; error?: unknown } {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  let printed = ''
  stdout.write = (text: string | Uint8Array) => {
    printed += String(text)
    return true
  }
  try {
    const result = work()
    return { printed, result }
  } catch (error) {
    return { printed, error }
  } finally {
    stdout.write = write
  }
}
