import type { LoginAccount, LoginOptions } from '../../harness/client/api-options.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'

/**
 * The acceptance after a wrong code: a second step with a valid code and a seed of its own. If the clock can be moved, the
 * code is that of a later time step, because a server may reject all codes of an account for some seconds after a wrong one.
 * For cases with a single wrong code: after several, only a code sent at once shows that the later ones were looked at.
 * If the server asks to come back later, only this starts again, since another wrong code may be one too many.
 * @param code sent if the clock can't be moved
 * @returns the token
 */
export async function stillRedeems(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  account: LoginAccount,
  code: string,
  options: LoginOptions = {},
): Promise<string> {
  const jumps = run.clock.movable && !run.clock.realTime
  return await patiently(run, async () => {
    if (jumps) return await api.redeem(await api.freshChallenge(account, options))
    return await api.redeem(await api.challenge(account, options), code)
  })
}
