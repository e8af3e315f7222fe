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
  await writeFile(pipe, await answerTo(command, user, options))
}

async function answerTo(
  command: string,
  user: string,
  { data = '', ...rest }: StartOptions,
): Promise<string> {
  try {
    const operator = await operatorOf({ data, ...rest })
    const token = command === 'create' ? operator.createPrivateToken(user) : operator.showPrivateToken(user)
    return `0\n\n${token}\n`
  } catch (error) {
    const { message, exitCode } = explain(error)
    return `${exitCode}\nreference-server: ${message.split('\n')[0]}\n`
  }
}
