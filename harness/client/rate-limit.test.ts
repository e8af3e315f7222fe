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
      nowMs += ms
    },
  )
  return {
    ...limit,
    waits,
    elapse: (ms: number) => void (nowMs += ms),
    answer: (status: number, headers: Header[] = []) =>
      limit.answered(answerOf('', status, headers).exchange, noon),
    refuse: (retryAfter: string) =>
      limit.answered(answerOf('', 429, [['Retry-After', retryAfter]]).exchange, noon),
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

test('after three answers 429 in a row nothing more is sent; another answer between begins anew', async () => {
  const { pass, answer } = create()
  for (const status of [429, 429, 200, 429, 429]) answer(status)
  await pass()
  answer(429)
  await expect(pass()).rejects.toThrow(
    new SetupFailed('the subject answers 429 to everything: nothing more is sent'),
  )
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
