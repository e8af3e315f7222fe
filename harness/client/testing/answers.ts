import type { Header } from '../../wire/exchange.ts'
import { readJson, type Answer } from '../answer.ts'

/** An answer that was never sent, for what reads answers. A text is the body as it is, all else is put into JSON. */
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
