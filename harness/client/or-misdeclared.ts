import { idOfCase } from '../run/current-case.ts'
import type { Run } from '../run/run.ts'
import type { Answer } from './answer.ts'
import { declaredAccounts } from './api/api-login.ts'
import { orGateway } from './other-causes/or-gateway.ts'

/**
 * Other possible reasons why a valid login or second step was rejected: a gateway, or the declaration. Empty if one of the account
 * was accepted before; outside of cases, only the gateway is named.
 */
export function orMisdeclared(
  run: Run,
  { operation, username, exchange }: Pick<Answer, 'operation' | 'username' | 'exchange'>,
): string {
  const account = declaredAccounts(run).find((one) => one.username === username)
  if (!account) return ''
  const isCode = operation === 'second-step'
  const { failedLogins } = run
  if (isCode ? failedLogins.hadSecondStep(account.username) : failedLogins.wasAccepted(account.username))
    return ''
  const gateway = orGateway(run, exchange)
  // Doctor has its own advice.
  if (idOfCase() === undefined) return gateway
  const byCommand = 'otpCommand' in account && account.otpCommand !== undefined
  const what = !isCode ? 'password' : byCommand ? 'otpCommand' : 'otpSecret, digits or period'
  return `${gateway}; or the declared ${what} of ${account.username} is wrong: run conformance doctor`
}
