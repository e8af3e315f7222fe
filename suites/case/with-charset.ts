import type { LoginAccount, LoginOptions } from '../../harness/client/api-options.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import { typeOf } from '../../harness/client/encode.ts'
import type { Way } from '../../harness/facts/families.ts'
import { Skipped } from '../../harness/outcomes.ts'

/** Runs whose subject rejects a login that names its charset, as the specification allows. */
const unread = new WeakSet<Run>()

/**
 * Adds a charset to a way of login if the subject accepts a valid login sent like that; otherwise returns the way without
 * one.
 * @throws Skipped if the valid login was rejected, since the case may cost no second rejection
 */
export async function withCharset(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  valid: LoginAccount,
  way: Partial<Way>,
): Promise<LoginOptions> {
  await api.token(valid, way)
  if (unread.has(run)) return way
  const sent = { ...way, type: `${typeOf[way.encoding ?? 'json']}; charset=utf-8` }
  if (tokenIn(await api.login(valid, { ...sent, role: 'step' })) !== undefined) return sent
  unread.add(run)
  if (run.failedLogins.limited)
    throw new Skipped('limits: the server rejected a login with a charset, which took the place of this one')
  return way
}
