import { loginFamily } from '../../harness/client/api/api-login.ts'
import type { Run } from '../../harness/run/run.ts'
import type { MfaAccount, Tools } from '../../harness/engine/case/tools.ts'
import { field, type Answer } from '../../harness/client/answer.ts'
import type { Family } from '../../harness/facts/families.ts'
import { readChallenge, type Challenge } from '../../harness/client/second-step.ts'
import { AskedToWait, BudgetSpent, NotSupported, SetupFailed } from '../../harness/outcomes.ts'

/** Returns a challenge of the newer family. @throws NotSupported if that family sends none */
export async function newerChallenge(api: Tools['api'], account: MfaAccount): Promise<Challenge> {
  api.challengesBySeed()
  const first = await api.login(account, { family: 'v1', role: 'step' })
  if (!hasCode101(first)) throw new NotSupported('the newer family answers no code 101')
  return readChallenge(first, account, 'v1')
}

/** For each run, whether the newer family sends challenges. */
const answered = new WeakMap<Run, boolean>()

/**
 * Returns the family whose second step to try. If failed logins are limited, that is the newer one, provided that it
 * sends challenges: most of the few second steps go to the older one. Undefined for the usual family.
 */
export async function familyOfStep(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  account: MfaAccount,
): Promise<{ family?: Family }> {
  return run.failedLogins.limited && (await newerSends({ api, run }, account)) ? { family: 'v1' } : {}
}

/**
 * Returns the families whose second steps to try: the usual one and, if failed logins are not limited and codes cost no real
 * time, the newer one, provided that it accepts second steps. Whether it does is judged elsewhere.
 */
export async function familiesOfStep(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  account: MfaAccount,
): Promise<readonly { family?: Family }[]> {
  const isUsual = run.failedLogins.limited || loginFamily(run) === 'v1' || !run.clock.movable
  if (isUsual || !(await newerSends({ api, run }, account))) return [{}]
  const works = accepted.get(run) ?? (await newerAccepts(api, account))
  accepted.set(run, works)
  return works ? [{}, { family: 'v1' }] : [{}]
}

/** For each run, whether the newer family accepts second steps. */
const accepted = new WeakMap<Run, boolean>()

async function newerAccepts(api: Tools['api'], account: MfaAccount): Promise<boolean> {
  try {
    await api.acceptsCode(account, { family: 'v1' })
    return true
  } catch (error) {
    if (error instanceof AskedToWait || error instanceof BudgetSpent || !(error instanceof SetupFailed))
      throw error
    return false
  }
}

/** Names the family of a second step in messages, unless it is the usual one. */
export const onFamily = ({ family }: { family?: Family }): string =>
  family === undefined ? '' : ` on ${family}`

async function newerSends({ api, run }: Pick<Tools, 'api' | 'run'>, account: MfaAccount): Promise<boolean> {
  if (!api.hasLogin('v1') || run.declaration.mfaFlow !== 'seed') return false
  const isAnswered = answered.get(run) ?? hasCode101(await api.login(account, { family: 'v1', role: 'step' }))
  answered.set(run, isAnswered)
  return isAnswered
}

/** True if a first step is answered with the code of a challenge, as a number or as text. */
export const hasCode101 = ({ json }: Answer): boolean => Number(field(json, 'code')) === 101
