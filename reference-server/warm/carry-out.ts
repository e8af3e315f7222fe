import { operatorOf } from '../operator/commands.ts'
import { explain } from '../operator/explain.ts'
import type { StartOptions } from '../operator/start-options.ts'

export interface UserCommand {
  command: 'create' | 'show'
  user: string
}

/**
 * Carries out a command as a separate process would, from the data folder and nothing else that the server knows. What it
 * prints is captured: it may print and fail.
 */
export async function carryOut({ command, user }: UserCommand, { data = '', ...rest }: StartOptions) {
  const write = process.stdout.write
  let stdout = ''
  try {
    const operator = await operatorOf({ data, ...rest })
    process.stdout.write = (text: string | Uint8Array) => {
      stdout += String(text)
      return true
    }
    const printed = command === 'create' ? operator.createPrivateToken(user) : operator.showPrivateToken(user)
    return { exitCode: 0, stdout: `${stdout}${printed}\n`, stderr: '' }
  } catch (error) {
    const { message, exitCode } = explain(error)
    return { exitCode, stdout, stderr: `reference-server: ${message}\n` }
  } finally {
    process.stdout.write = write
  }
}
