import { idOfCase } from '../run/current-case.ts'
import type { Run } from '../run/run.ts'
import type { Answer } from './answer.ts'
import { declaredAccounts } from './api.ts'

/**
 * Another possible reason why a valid login or second step was rejected; empty if one of the account was accepted before,
 * and outside of cases.
 */
export function orMisdeclared(
  run: Run,
  { operation, username }: Pick<Answer, 'operation' | 'username'>,
): string {
  const account = declaredAccounts(run).find((one) => one.username === username)
  // Doctor has its own advice.
  if (!account || idOfCase() === undefined) return ''
  const isCode = operation === 'second-step'
  const { failedLogins } = run
  if (isCode ? failedLogins.hadSecondStep(account.username) : failedLogins.wasAccepted(account.username))
    return ''
  const byCommand = 'otpCommand' in account && account.otpCommand !== undefined
  const what = !isCode ? 'password' : byCommand ? 'otpCommand' : 'otpSecret, digits or period'
  return `; or the declared ${what} of ${account.username} is wrong: run conformance doctor`
}
