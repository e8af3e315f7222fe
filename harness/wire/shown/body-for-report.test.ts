import { expect, test } from 'vitest'
import { saidBy } from '../../client/said.ts'
import { bodyForReport } from './body-for-report.ts'
import type { Exchange } from '../exchange.ts'

const answering = (body: string, type = 'application/json', hides = true): Exchange => ({
  request: { method: 'GET', target: '/users/', headers: [] },
  response: { status: 200, headers: [['Content-Type', type]], body: Buffer.from(body), truncated: false },
  sentAt: 0,
  answeredAt: 0,
  ...(hides ? { hidesBody: true as const } : {}),
})

test.each([
  ['[{"email":"ada@x.example"},{}]', 'application/json', /^‹JSON list of 2, 30 bytes, digest [\da-f]{8}›$/],
  ['{"ada@x.example":1}', 'text/plain', /^‹JSON object of 1, 19 bytes, digest /],
  ['"ada@x.example"', 'application/json', /^‹JSON, 15 bytes, digest /],
  ['<p>ada@x.example', 'text/html; charset=utf-8', /^‹HTML, 16 bytes, digest /],
  ['ada@x.example', 'text/plain', /^‹body, 13 bytes, digest /],
  ['', 'application/json', /^$/],
])('of a hidden body %j nothing but kind, length and digest is shown', (body, type, shown) => {
  expect(bodyForReport(answering(body, type))).toMatch(shown)
  expect(saidBy(answering(body, type))).not.toContain('ada@')
  expect(saidBy(answering(body, type))).toMatch(/^GET \/users\/ answered 200/)
})

test('equal bodies have equal digests, and a body is shown where none is hidden', () => {
  const shown = (body: string) => bodyForReport(answering(body))
  expect(shown('{"a":1}')).toBe(shown('{"a":1}'))
  expect(shown('{"a":1}')).not.toBe(shown('{"a":2}'))
  expect(bodyForReport(answering('{"a":1}', undefined, false))).toBe('{"a":1}')
})

test('a word that is spelt with a name for each letter is not shown', () => {
  const spelt = (word: string) => JSON.stringify({ sent: Object.fromEntries([...word].entries()) })
  const shown = (body: string) => bodyForReport(answering(body, 'application/json', false))
  expect(shown(spelt('S3cr3t-word'))).toBe('{"sent":"‹an object of 11›"}')
  expect(shown(spelt('no')) + shown('{"a":1,"b":"x","c":"","d":1,"e":1,"f":1,"g":1,"h":1}')).not.toContain(
    '‹',
  )
})
