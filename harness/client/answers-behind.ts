import type { Secrets } from '../wire/masking.ts'
import type { WireResponse } from '../wire/exchange.ts'
import { bodyText, field, tokenIn, type Answer } from './answer.ts'
import { GivenAnswer } from './given-answer.ts'

/**
 * Second answers to the same request: what followed the answer on its connection, as far as it has come, and further
 * documents of JSON in its body. A handler that forgets to return after a rejection sends either.
 */
export function answersBehind(answer: Answer, secrets: Secrets): Answer[] {
  const { operation, exchange, family, username, owner } = answer
  const { after, ...plain } = exchange
  const rest = {
    ...(family === undefined ? {} : { family }),
    ...(username === undefined ? {} : { username }),
    ...(owner === undefined ? {} : { owner }),
  }
  const behind = [...furtherDocuments(answer), ...(after?.answers() ?? [])].map(
    (response) => new GivenAnswer(operation, { ...plain, response }, rest),
  )
  for (const one of behind) {
    const [token, seed] = [tokenIn(one), field(one.json, 'seed')]
    if (token !== undefined) secrets.add(token, 'a token')
    if (typeof seed === 'string' && seed !== '') secrets.add(seed, 'a seed')
  }
  return behind
}

/** The objects behind the first where a body is several of them in a row, which is no JSON. */
function furtherDocuments({ exchange, json }: Answer): WireResponse[] {
  const { response } = exchange
  if (json !== undefined || response.truncated || response.body[0] !== '{'.charCodeAt(0)) return []
  try {
    const all = JSON.parse(`[${bodyText(exchange).replaceAll(/\}\s*\{/g, '},{')}]`) as unknown[]
    return all.slice(1).map((one) => ({ ...response, body: Buffer.from(JSON.stringify(one)) }))
  } catch {
    return []
  }
}
