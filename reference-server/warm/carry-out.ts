import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { operatorOf } from '../operator/commands.ts'
import { explain } from '../operator/explain.ts'
import type { StartOptions } from '../operator/start-options.ts'

/**
 * Carries out `create` or `show` as a separate command would, from the data folder and nothing else that the server
 * knows. Writes to the answer's pipe, one per line: the exit code, the text for stderr, the number of stdout lines, and
 * these lines.
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

/** The caller holds its end open, or has left by now: a missing reader must not block the rest of this process. */
async function write(pipe: string, answer: string): Promise<void> {
  const file = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    await file.writeFile(answer)
  } finally {
    await file.close()
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
  return error === undefined ? said(0, '', `${printed}${result}\n`) : failed(error, printed)
}

function failed(error: unknown, printed: string): string {
  const { message, exitCode } = explain(error)
  return said(exitCode, `reference-server: ${message.split('\n')[0]}`, printed)
}

function said(exitCode: number, error: string, stdout: string): string {
  const lines = stdout.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return [exitCode, error, lines.length, ...lines].map((line) => `${line}\n`).join('')
}

/** Captures what a command prints while it works: an operator's command may print and fail. */
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
