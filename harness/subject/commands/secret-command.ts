import { stripVTControlCharacters } from 'node:util'
import { SetupFailed } from '../../outcomes.ts'
import { CommandFailed, runCommand } from './command.ts'
import type { Declaration } from '../declaration/declaration.ts'

export interface SecretCommand {
  /** Its field in the declaration, for messages. */
  field: string
  command: string
  cwd: string
  env: NodeJS.ProcessEnv
  account?: { username: string; password: string } | undefined
}

const timeoutMs = 60_000

/**
 * Runs a declared command that prints a secret, and returns the lines that it printed. It finds the account's name and
 * password in its environment, so its arguments contain neither. No message quotes what it printed.
 * @throws SetupFailed if it could not be run, failed or did not end
 */
async function linesOf({ field, command, cwd, env, account }: SecretCommand): Promise<string[]> {
  const given = account && { CONFORMANCE_USERNAME: account.username, CONFORMANCE_PASSWORD: account.password }
  const options = { cwd, env: { ...env, ...given }, timeoutMs }
  const { exitCode, stdout } = await runCommand(command, options).catch((error: unknown) => {
    throw error instanceof CommandFailed ? new SetupFailed(`${field} ${error.message}`) : error
  })
  if (exitCode !== 0)
    throw new SetupFailed(
      `${field} ended with exit code ${exitCode}; try it by hand, in the declaration's folder`,
    )
  return stripVTControlCharacters(stdout)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * Returns the `sessionid` cookie printed by a command: its value on the last line, or `sessionid=VALUE` on any line, as curl
 * and browsers write it.
 * @throws SetupFailed if it printed none
 */
export async function printedCookie(command: SecretCommand): Promise<string> {
  const lines = await linesOf(command)
  const named = lines.flatMap((line) => /(?:^|[\s;:"'])sessionid=([^\s;,"']+)/.exec(line)?.[1] ?? []).at(-1)
  const value = named ?? lines.at(-1) ?? ''
  if (/^[!#-+\--:<-[\]-~]+$/.test(value)) return value
  throw new SetupFailed(
    `${command.field} printed no cookie; print its value as the last line, or sessionid=VALUE`,
  )
}

/**
 * Returns the one-time code that a command printed as its last line.
 * @throws SetupFailed if it printed none
 */
export async function printedCode(command: SecretCommand): Promise<string> {
  const code = (await linesOf(command)).at(-1) ?? ''
  if (/^[\w-]{3,64}$/.test(code)) return code
  throw new SetupFailed(`${command.field} printed no code; print the code alone as the last line`)
}

/** Returns the command that prints the codes of an account with a second factor. @throws Error if it has none */
export function otpCommand(
  { accounts, source: { folder } }: Pick<Declaration, 'accounts' | 'source'>,
  { username }: { username?: string },
  env: NodeJS.ProcessEnv,
): SecretCommand {
  for (const name of ['mfa', 'mfa2'] as const) {
    const account = accounts[name]
    if (!account || account.otpCommand === undefined || account.username !== username) continue
    return { field: `accounts.${name}.otpCommand`, command: account.otpCommand, cwd: folder, env, account }
  }
  throw new Error(`${username} has no otpCommand`)
}
