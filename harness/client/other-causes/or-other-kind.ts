import type { Run } from '../../run/run.ts'
import { isChallenge, tokenIn, type Answer } from '../answer.ts'

/**
 * Another possible reason for the answer to a valid login: the account is declared with a second factor and has none, or the
 * other way round. Empty if a login of it was ever answered as declared.
 */
export function orOtherKind(
  { declaration: { accounts }, letIn, seeds }: Pick<Run, 'declaration' | 'letIn' | 'seeds'>,
  answer: Pick<Answer, 'json' | 'username' | 'tokenOpensNothing'>,
): string {
  const { username } = answer
  const { plain, plain2, mfa, mfa2 } = accounts
  const isOneOf = (...all: (typeof plain | typeof mfa)[]) =>
    all.some((one) => one && one.username === username)
  if (username === undefined) return ''
  if (isOneOf(plain, plain2) && isChallenge(answer) && !letIn.has(username))
    return `; or ${username} has a second factor: declare it under accounts.mfa`
  if (isOneOf(mfa, mfa2) && tokenIn(answer) !== undefined && !seeds.wereGivenTo(username))
    return `; or ${username} has no second factor: declare it under accounts.plain`
  return ''
}
