import { writeFile } from 'node:fs/promises'
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
  options: StartOptions,
): Promise<void> {
  const answer = await answerTo(command, user, options).catch((error: unknown) => failed(error, ''))
  await writeFile(pipe, answer)
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
