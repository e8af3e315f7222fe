import { expect, test } from 'vitest'
import { WireFailure, type WireFailureKind } from '../wire/exchange.ts'
import { createCutOff } from './cut-off.ts'

test('the connections that ended last, and together, were in use when the server ended', () => {
  let nowMs = 0
  const cutOff = createCutOff(() => nowMs)
  const note = (kind: WireFailureKind, target: string, by?: string) => {
    const headers = [['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`] as const]
    cutOff.note(new WireFailure(kind, 'why', { method: 'GET', target, headers }), by)
  }
  expect(cutOff.last()).toEqual([])
  note('cut', '/much-earlier', 'a/a')
  nowMs = 9000
  note('cut', '/one?token=secret', 'a/b')
  nowMs = 9100
  note('timeout', '/slow', 'a/c')
  note('cut', '/two')
  note('refused', '/after', 'a/d')
  note('cut', '/later', 'a/e')
  const traceId = 'a'.repeat(32)
  expect(cutOff.last()).toEqual([
    { request: 'GET /one', by: 'a/b', traceId },
    { request: 'GET /two', by: 'the first look', traceId },
  ])
})

test('a server that answered what was sent after a connection was cut did not end then', () => {
  let nowMs = 0
  const cutOff = createCutOff(() => nowMs)
  const cut = (target: string) =>
    cutOff.note(new WireFailure('cut', 'why', { method: 'GET', target, headers: [] }), 'a/a')
  cut('/one')
  nowMs = 100
  cut('/two')
  cutOff.answered({ sentAt: 50 })
  expect(cutOff.last()).toEqual([{ request: 'GET /two', by: 'a/a' }])
  cutOff.answered({ sentAt: 101 })
  expect(cutOff.last()).toEqual([])
})
