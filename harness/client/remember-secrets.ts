import type { Run } from '../engine/run.ts'
import { field, type Answer } from './answer.ts'

/** No long list is read for a secret. */
const longestBytes = 65_536

/**
 * Adds what an answer grants to the secrets: also a seed that no case goes on with, which anybody may answer.
 * @returns the answer
 */
export function rememberSecrets({ secrets }: Pick<Run, 'secrets'>, answer: Answer): Answer {
  if (answer.exchange.response.body.length > longestBytes) return answer
  for (const name of ['token', 'seed'] as const) {
    const value = field(answer.json, name)
    if (typeof value === 'string') secrets.add(value, `a ${name}`)
  }
  return answer
}
