import type { Run } from '../run/run.ts'
import { bearer, type Credential } from './credentials/credentials.ts'
import { isSuccess, tokenIn, type Answer } from './answer.ts'
import { families, type Family } from '../facts/families.ts'
import { mayNotList } from './may-list.ts'
import { opensList } from './grants.ts'

/**
 * True if the `token` of a rejection, or of the first of two steps, opens no list: then it is none. The specification leaves
 * their bodies open, so a server may use the name for something else, such as a CSRF token.
 */
export async function tokenOpensNothing(
  run: Run,
  answer: Answer,
  list: (family: Family, credential: Credential, options: { role: 'step' }) => Promise<Answer>,
): Promise<boolean> {
  const token = tokenIn(answer)
  const { mfa, mfa2 } = run.declaration.accounts
  const isFirstStep =
    answer.operation === 'login' && [mfa, mfa2].some((one) => one && one.username === answer.username)
  if (token === undefined || (isSuccess(answer) && !isFirstStep) || mayNotList(run, answer.username))
    return false
  for (const family of families) {
    if (!run.support.list[family]) continue
    if (opensList(await list(family, bearer(token), { role: 'step' }), run)) return false
  }
  return true
}
