import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../verdicts/outcomes.ts'
import type { Header } from '../wire/exchange.ts'
import { createRateLimit, retryAfterSeconds } from './rate-limit.ts'
import { answerOf } from './testing/answers.ts'
import { noon } from './testing/instants.ts'

function create() {
  let nowMs = 1_000
  const waits: number[] = []
  const limit = createRateLimit(
    () => nowMs,
    async (ms) => {
      waits.push(ms)
      await Promise.resolve()
      nowMs += ms
    },
  )
  /** Of a request that was sent so long ago, in milliseconds. */
  const answered = (status: number, headers: Header[], agoMs: number) => {
    const { exchange } = answerOf('', status, headers)
    limit.answered({ ...exchange, sentAt: nowMs - agoMs, answeredAt: nowMs }, noon)
  }
  return {
    ...limit,
    waits,
    elapse: (ms: number) => void (nowMs += ms),
    answer: (status: number, headers: Header[] = []) => answered(status, headers, 0),
    refuse: (retryAfter: string, agoMs = 0) => answered(429, [['Retry-After', retryAfter]], agoMs),
  }
}

describe('Retry-After, by RFC 9110', () => {
  test.for<[value: string | undefined, seconds: number | undefined]>([
    ['0', 0],
    ['120', 120],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
    ['soon', undefined],
    ['1 minute, please', undefined],
    [undefined, undefined],
  ])('%s', ([value, seconds]) => expect(retryAfterSeconds(value, noon)).toBe(seconds))
})

test('the way is open but for the time of a Retry-After, and until three refusals in a row', () => {
  const { isOpen, answer, refuse, elapse } = create()
  expect(isOpen()).toBe(true)
  refuse('5')
  elapse(4_999)
  expect(isOpen()).toBe(false)
  elapse(1)
  expect(isOpen()).toBe(true)
  answer(429)
  expect(isOpen()).toBe(true)
  answer(429)
  expect(isOpen()).toBe(false)
})

test('nothing is waited for where nothing was asked', async () => {
  const { pass, answer, waits } = create()
  await pass()
  answer(200)
  answer(429)
  await pass()
  expect(waits).toEqual([])
})

test('what was asked is waited for, less the time that has passed', async () => {
  const { pass, refuse, waits, elapse } = create()
  refuse('30')
  elapse(10_000)
  await pass()
  await pass()
  expect(waits).toEqual([20_000])
})

test('65 s at once are waited for, and 130 s in all; beyond that nothing is sent', async () => {
  const { pass, refuse, answer, waits } = create()
  for (const seconds of ['65', '65']) {
    refuse(seconds)
    await pass()
    answer(200)
  }
  expect(waits).toEqual([65_000, 65_000])
  refuse('1')
  await expect(pass()).rejects.toThrow(
    new SetupFailed('the subject asks not to be called for 1 s (429, Retry-After)'),
  )
})

test('a longer wait is not begun', async () => {
  const { pass, refuse, waits } = create()
  refuse('66')
  await expect(pass()).rejects.toThrow('not to be called for 66 s')
  expect(waits).toEqual([])
})

test('after three answers 429 in a row nothing more is sent', async () => {
  const { pass, answer } = create()
  for (let count = 0; count < 3; count++) {
    await pass()
    answer(429)
  }
  await expect(pass()).rejects.toThrow('the subject answers 429 to everything')
})

test('another answer between begins anew', async () => {
  const { pass, answer } = create()
  for (const status of [429, 429, 200, 429, 429]) answer(status)
  await pass()
  answer(429)
  await expect(pass()).rejects.toThrow(
    new SetupFailed('the subject answers 429 to everything: nothing more is sent'),
  )
})

test('of requests that were under way together, 429 counts once', async () => {
  const { pass, refuse, elapse, waits } = create()
  for (let count = 0; count < 20; count++) {
    refuse('10', 30)
    elapse(1)
  }
  await pass()
  expect(waits).toEqual([9_999])
})

test('requests that wait at the same time wait together, and on where they are asked to meanwhile', async () => {
  const { pass, refuse, waits } = create()
  refuse('50')
  const passed = Promise.all([pass(), pass(), pass(), pass()])
  refuse('60')
  await passed
  expect(waits).toEqual([50_000, 10_000])
})

test('what may not be waited for is not waited for by the next one either', async () => {
  const { pass, refuse, elapse } = create()
  refuse('66')
  await expect(Promise.all([pass(), pass()])).rejects.toThrow('not to be called for 66 s')
  await expect(pass()).rejects.toThrow('not to be called for 66 s')
  elapse(66_000)
  await pass()
})

test('one that says nothing of a time takes back no time that was told', async () => {
  const { pass, refuse, answer, waits } = create()
  refuse('30')
  answer(429)
  await pass()
  expect(waits).toEqual([30_000])
})

test('what was seen of limits is kept, each once', () => {
  const { seen, answer, refuse } = create()
  answer(200, [
    ['X-RateLimit-Limit', '60'],
    ['RateLimit', 'x'],
    ['X-Rate-Limit-Reset', '1'],
    ['x-ratelimit-limit', '60'],
    ['X-My-RateLimit', '1'],
  ])
  for (const value of ['5', '5', 'soon']) refuse(value)
  answer(429)
  expect(seen).toEqual({
    limited: 4,
    retryAfter: ['5', 'soon'],
    headers: ['x-ratelimit-limit', 'ratelimit', 'x-rate-limit-reset'],
  })
})
