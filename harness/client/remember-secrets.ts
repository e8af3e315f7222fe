import type { Run } from '../run/run.ts'
import { field, type Answer } from './answer.ts'

/** Longer bodies are not searched: a long list has no secret. */
const longestBytes = 65_536

/**
 * Adds what an answer grants to the secrets, even a seed that no case uses, because anybody could use it.
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
