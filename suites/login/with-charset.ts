import type { Run } from '../../harness/engine/run.ts'
import type { Tools } from '../../harness/engine/tools.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import type { LoginAccount, LoginOptions } from '../../harness/client/api.ts'
import { typeOf } from '../../harness/client/encode.ts'
import type { Way } from '../../harness/client/families.ts'
import { Skipped } from '../../harness/verdicts/outcomes.ts'

/** Runs whose subject rejects a login that names its charset, which the specification leaves to it. */
const unread = new WeakSet<Run>()

/**
 * A way of login with a charset where a valid login is read so, else without.
 * @throws Skipped where that valid login was rejected instead of the invalid one that the case may cost
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
