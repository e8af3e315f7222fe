import { expect, test } from 'vitest'
import type { WireRequest } from '../exchange.ts'
import { createHanging } from './hanging.ts'

const request = (target: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  target,
  headers: [],
  ...more,
})
const login = (password: string) =>
  request('/auth/', {
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ username: 'ada', password }),
  })

function create() {
  let nowMs = 0
  const hanging = createHanging(() => nowMs, 10_000)
  return {
    ...hanging,
    pass: (ms: number) => void (nowMs += ms),
    /** Returns how long the request was waited for without an answer. */
    hang(sent: WireRequest): number {
      const begun = hanging.begin(sent)
      nowMs += begun.allowedMs
      begun.timedOut()
      return begun.allowedMs
    },
    answer(sent: WireRequest, tookMs = 10): void {
      const begun = hanging.begin(sent)
      nowMs += tookMs
      begun.answered()
    },
  }
}

test('a kind that hung twice is not sent again, whatever its values', () => {
  const { hang, answer, begin, notes } = create()
  answer(request('/users/'))
  expect([hang(login('one')), hang(login('two'))]).toEqual([10_000, 10_000])
  const said = 'POST /auth/ with a JSON object has not answered 2 times in 10 s; not asked again'
  expect(() => begin(login('three'))).toThrow(said)
  expect(notes()).toEqual([said])
  answer(request('/users/'))
})

test('the wait is whole milliseconds, as the report tells it', () => {
  const { hang, answer } = create()
  answer(request('/users/'), 1000.3)
  for (let time = 0; time < 2; time++) hang(request(`/hangs/${time}`))
  expect(hang(request('/later/'))).toBe(5002)
})

test('an answer between shows that the kind is answered', () => {
  const { hang, answer } = create()
  hang(login('one'))
  answer(login('two'))
  hang(login('three'))
  answer(login('four'))
})

test('where what was answered before is answered again, only the rest of the kind is given up', () => {
  const { hang, answer, begin } = create()
  answer(login('right'))
  hang(login('wrong'))
  answer(login('right'))
  hang(login('wrong too'))
  answer(login('right'))
  expect(() => begin(login('another'))).toThrow('not asked again')
})

test('a request that hung before is not sent a third time, though others of its kind are answered', () => {
  const { hang, answer, begin } = create()
  for (const other of ['one', 'two', 'three']) {
    hang(login('right'))
    answer(login(other))
  }
  expect(() => begin(login('right'))).toThrow('not asked again')
})

test('the more was waited in vain, the less is waited for others, but five times the slowest answer at least', () => {
  const { hang, answer } = create()
  answer(request('/users/'), 60)
  const waited = ['/a', '/a', '/b', '/b', '/c', '/c', '/d', '/d', '/e'].map((path) => hang(request(path)))
  expect(waited.slice(0, 7)).toEqual([10_000, 10_000, 1_000, 1_000, 1_000, 1_000, 1_000])
  for (let count = 0; count < 5; count++) hang(request(`/f${count}`))
  expect(hang(request('/g'))).toBe(500)
  answer(request('/users/'), 300)
  expect(hang(request('/h'))).toBe(1_500)
})

test('time-outs of requests that were under way together are one', () => {
  const { begin, answer, pass } = create()
  answer(request('/users/'))
  const together = Array.from({ length: 20 }, () => begin(login('one')))
  pass(10_000)
  for (const one of together) one.timedOut()
  expect(() => begin(login('two'))).not.toThrow()
})

test('three time-outs in a row of what was answered before are the end, those of other kinds are not', () => {
  const { hang, answer, isFinal } = create()
  for (const path of ['/a', '/b', '/c']) answer(request(path))
  for (const path of ['/x', '/y', '/z']) hang(request(path))
  expect(isFinal()).toBe(false)
  for (const path of ['/a', '/b']) hang(request(path))
  expect(isFinal()).toBe(false)
  hang(request('/c'))
  expect(isFinal()).toBe(true)
})

test('where nothing was ever answered, any three are the end', () => {
  const { hang, isFinal } = create()
  for (const path of ['/x', '/y', '/z']) hang(request(path))
  expect(isFinal()).toBe(true)
})

test('responses just below the limit are waited for a minute in all, then half as long each', () => {
  const { hang, answer, notes } = create()
  answer(request('/users/'), 100)
  for (let time = 0; time < 6; time++) answer(request('/users/'), 9_000)
  expect(hang(login('one'))).toBe(10_000)
  expect(notes()).toEqual([])
  answer(request('/users/'), 9_000)
  expect(notes()).toEqual([expect.stringContaining('waited 60 s in all for responses slower than 5 s')])
  expect(hang(request('/users/'))).toBe(5_000)
  answer(request('/users/'), 100)
  expect([hang(request('/a')), hang(request('/b')), hang(request('/c'))]).toEqual([5_000, 1_000, 1_000])
})

test('half the limit is not slow, nor is a large body, and responses side by side count once', () => {
  const { begin, answer, pass, notes } = create()
  for (let time = 0; time < 20; time++) answer(request('/users/'), 5_000)
  for (let time = 0; time < 20; time++) {
    const { answered } = begin(request('/users/'))
    pass(9_000)
    answered(4_000_000)
  }
  for (let time = 0; time < 6; time++) {
    const together = Array.from({ length: 8 }, () => begin(login('one')))
    pass(9_000)
    for (const { answered } of together) answered()
  }
  expect(notes()).toEqual([])
  answer(login('one'), 9_000)
  expect(notes()).toHaveLength(1)
})
