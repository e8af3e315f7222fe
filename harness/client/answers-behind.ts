import type { Secrets } from '../wire/shown/masking.ts'
import type { WireResponse } from '../wire/exchange.ts'
import { largeBytes } from '../wire/large-bodies.ts'
import { jsonIn } from '../wire/shown/json-in.ts'
import { jsonTokens } from '../wire/shown/json-tokens.ts'
import { bodyTextOf } from '../wire/shown/readings.ts'
import { bodyText, claimsJson, field, tokenIn, type Answer } from './answer.ts'
import { GivenAnswer } from './given-answer.ts'

/**
 * Returns second answers to the same request: what has followed the answer on its connection so far, and further JSON
 * documents in its body. A handler that forgets to return after a rejection sends either. Also returns tokens in its body
 * that only other JSON parsers find.
 */
export function answersBehind(answer: Answer, secrets: Secrets): Answer[] {
  const { operation, exchange, family, username, owner } = answer
  const { after, ...plain } = exchange
  const rest = {
    ...(family === undefined ? {} : { family }),
    ...(username === undefined ? {} : { username }),
    ...(owner === undefined ? {} : { owner }),
  }
  const behind = [...furtherDocuments(answer), ...otherTokens(answer), ...(after?.answers() ?? [])].map(
    (response) => new GivenAnswer(operation, { ...plain, response }, rest),
  )
  for (const one of behind) {
    const [token, seed] = [tokenIn(one), field(one.json, 'seed')]
    if (token !== undefined) secrets.add(token, 'a token')
    if (typeof seed === 'string' && seed !== '') secrets.add(seed, 'a seed')
  }
  return behind
}

/** The objects after the first, if a body consists of several in a row, which is not JSON. */
function furtherDocuments({ exchange, json }: Answer): WireResponse[] {
  const { response } = exchange
  if (json !== undefined || response.truncated || response.body[0] !== '{'.charCodeAt(0)) return []
  const all = jsonIn(`[${bodyText(exchange).replaceAll(/\}\s*\{/g, '},{')}]`) as unknown[] | undefined
  return (all ?? []).slice(1).map((one) => ({ ...response, body: Buffer.from(JSON.stringify(one)) }))
}

/** Parsers take the first or the last of members with the same name; some read UTF-16, or JSON with other text around it. */
function otherTokens(answer: Answer): WireResponse[] {
  const { json, exchange } = answer
  const { response } = exchange
  const isRead = json !== undefined && field(json, 'token') === undefined
  // Reading a larger body in each way takes too long.
  if (
    isRead ||
    response.truncated ||
    response.body.length > largeBytes ||
    tokenIn(answer) !== undefined ||
    !claimsJson(answer)
  )
    return []
  const text = bodyTextOf(response.body).replaceAll('\0', '')
  // A token that was read, and not counted because it opens nothing, is none here either.
  const others = tokensOfObjects(text).filter((token) => token !== field(json, 'token'))
  return others.map((token) => ({ ...response, body: Buffer.from(JSON.stringify({ token })) }))
}

/** The strings named `token` in objects that no other object contains. */
function tokensOfObjects(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let name: string | undefined
  let isNamed = false
  for (const token of jsonTokens(text)) {
    if (token.startsWith('"')) {
      const value = isNamed ? textOf(token) : undefined
      if (value) found.push(value)
      isNamed = false
      name = depth === 1 ? textOf(token) : undefined
      continue
    }
    isNamed = name === 'token' && /^\s{0,99}:\s{0,99}$/.test(token)
    for (const [mark] of token.matchAll(/[{}[\]]/g))
      depth = Math.max(0, depth + ('{['.includes(mark) ? 1 : -1))
  }
  return found
}

function textOf(token = ''): string | undefined {
  const value = jsonIn(token)
  return typeof value === 'string' ? value : undefined
}
