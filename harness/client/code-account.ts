import type { Run } from '../run/run.ts'
import { codeOfStep, type CodeSource } from '../ledgers/code-of-step.ts'

/** The source of a declared account's codes. @throws Error if the account has no second factor */
export function codeAccount(run: Run, { username }: { username: string }): CodeSource {
  const { mfa, mfa2 } = run.declaration.accounts
  const account = [mfa, mfa2].find((one) => one && one.username === username)
  if (!account) throw new Error(`${username} is declared without a second factor`)
  return account
}

/** The declared account whose challenges carry a seed; undefined for any other. */
export const mfaAccountNamed = ({ declaration: { accounts, mfaFlow } }: Run, username: string) =>
  mfaFlow === 'seed'
    ? [accounts.mfa, accounts.mfa2].find(
        (one) => one !== undefined && one !== false && one.username === username,
      ) || undefined
    : undefined

/** True if it is the account's code of the current or the previous time step, or one that its command printed. */
export function isCodeOfNow(run: Run, account: { username: string }, code: unknown): boolean {
  const source = codeAccount(run, account)
  if (source.otpCommand !== undefined) return run.commandedCodes.wasGiven(source, code)
  const step = Math.floor(run.clock.now() / 1000 / source.period)
  return [step, step - 1].some((one) => codeOfStep(source, one) === code)
}
