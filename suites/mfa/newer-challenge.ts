import type { Run } from '../../harness/engine/run.ts'
import type { MfaAccount, Tools } from '../../harness/engine/tools.ts'
import { field, type Answer } from '../../harness/client/answer.ts'
import type { Family } from '../../harness/client/families.ts'
import { readChallenge, type Challenge } from '../../harness/client/second-step.ts'
import { NotSupported } from '../../harness/verdicts/outcomes.ts'

/** A challenge of the newer family. @throws NotSupported where it answers none */
export async function newerChallenge(api: Tools['api'], account: MfaAccount): Promise<Challenge> {
  api.challengesBySeed()
  const first = await api.login(account, { family: 'v1', role: 'step' })
  if (!hasCode101(first)) throw new NotSupported('the newer family answers no code 101')
  return readChallenge(first, account, 'v1')
}

/** By run: whether the newer family answers challenges. */
const answered = new WeakMap<Run, boolean>()

/**
 * The family whose second step is tried: where rejections are limited, the newer one if it answers challenges, since more
 * of the few second steps are sent to the older. Undefined for the usual one.
 */
export async function familyOfStep(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  account: MfaAccount,
): Promise<{ family?: Family }> {
  if (!run.failedLogins.limited || !api.hasLogin('v1') || run.declaration.mfaFlow !== 'seed') return {}
  const isAnswered = answered.get(run) ?? hasCode101(await api.login(account, { family: 'v1', role: 'step' }))
  answered.set(run, isAnswered)
  return isAnswered ? { family: 'v1' } : {}
}

const hasCode101 = ({ json }: Answer): boolean => Number(field(json, 'code')) === 101
