import type { Header } from '../../wire/exchange.ts'
import { readJson, type Answer } from '../answer.ts'

/** An answer that was never sent, for testing code that reads answers. A string is the body; anything else becomes JSON. */
export function answerOf(content: unknown, status = 200, headers: Header[] = []): Answer {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const exchange = {
    request: { method: 'POST', target: '/login', headers: [] },
    response: { status, headers, body: new TextEncoder().encode(text), truncated: false },
    sentAt: 0,
    answeredAt: 0,
  }
  return { operation: 'login', exchange, json: readJson(exchange), said: `POST /login answered ${status}` }
}
