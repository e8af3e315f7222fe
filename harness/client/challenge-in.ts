import type { LoginAccount } from './api-options.ts'
import type { Run } from '../run/run.ts'
import type { Answer } from './answer.ts'
import type { Family } from '../facts/families.ts'
import { readChallenge, type Challenge } from './second-step.ts'
import { readSessionChallenge, suggestSessionFlow } from './session-challenge.ts'

/**
 * Returns the challenge of a first step, in the declared flow, and remembers its secrets.
 * @throws SetupFailed if there is none
 */
export function challengeIn(run: Run, answer: Answer, account: LoginAccount, family: Family): Challenge {
  suggestSessionFlow(run, answer)
  if (run.declaration.mfaFlow === 'session-challenge') {
    const { url, cookies } = readSessionChallenge(answer)
    for (const [name, value] of cookies) run.secrets.add(value, `the cookie ${name}`)
    return { account, family, seed: '', otpUrl: url, answer, cookies }
  }
  const challenge = readChallenge(answer, account, family)
  run.secrets.add(challenge.seed, 'a seed')
  run.seeds.given(challenge.seed, account.username)
  return challenge
}
