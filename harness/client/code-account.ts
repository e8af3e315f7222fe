import type { Run } from '../cases/run.ts'
import type { CodeSource } from './one-time-codes.ts'

/** What makes the codes of a declared account. @throws Error where the account has no second factor */
export function codeAccount(run: Run, { username }: { username: string }): CodeSource {
  const { mfa, mfa2 } = run.declaration.accounts
  const account = [mfa, mfa2].find((one) => one && one.username === username)
  if (!account) throw new Error(`${username} is declared without a second factor`)
  return account
}
