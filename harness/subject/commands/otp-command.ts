import type { Declaration } from '../declaration/declaration.ts'
import type { SecretCommand } from './secret-command.ts'

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
