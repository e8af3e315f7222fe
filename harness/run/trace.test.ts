import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.ts'
import { reportedExchange } from '../engine/reported-exchange.ts'
import { addExchange, createTrace } from './trace.ts'

const answered = (type: string, text: string): Exchange => ({
  request: { method: 'GET', target: '/', headers: [] },
  response: {
    status: 200,
    headers: [['Content-Type', type]],
    body: new TextEncoder().encode(text),
    truncated: false,
  },
  sentAt: 0,
  answeredAt: 1,
})
const run = { wire: { origin: 'http://one.test' } as never }
const long = 'w'.repeat(300_000)

test.for([
  ['text/plain', long],
  ['application/json', JSON.stringify([{ username: 'ada', note: long }])],
  ['text/html', `<!doctype html><title>Users</title>${long}`],
  ['application/octet-stream', `\0${long}`],
])('a long body, %s, is not held, and reported all the same', ([type = '', text = '']) => {
  const trace = createTrace()
  const exchange = answered(type, text)
  addExchange(trace, 'judged', exchange)

  const [traced] = trace.exchanges
  expect(traced?.exchange?.response.body).toHaveLength(0)
  expect(traced && reportedExchange(run, traced, 1)).toEqual(
    reportedExchange(run, { role: 'judged', exchange }, 1),
  )
})

test('a body that a report may read again is held', () => {
  const trace = createTrace()
  const exchange = answered('application/json', JSON.stringify({ note: 'w'.repeat(200_000) }))
  addExchange(trace, 'judged', exchange)

  expect(trace.exchanges[0]?.exchange).toBe(exchange)
})

test('a target that is a whole URL is reported as it was sent', () => {
  const exchange = answered('application/json', '[]')
  const whole = { ...exchange, request: { ...exchange.request, target: 'http://one.test/api/' } }
  expect(reportedExchange(run, { role: 'judged', exchange: whole }, 1).request.url).toBe(
    'http://one.test/api/',
  )
})
