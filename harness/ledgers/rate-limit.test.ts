import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../outcomes.ts'
import type { Header } from '../wire/exchange.ts'
import { createLimit } from './testing/create-limit.ts'

test('the way is open except during a Retry-After, and until three rejections in a row', () => {
  const { isOpen, answer, refuse, elapse } = createLimit()
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
  const { pass, answer, waits } = createLimit()
  await pass()
  answer(200)
  answer(502)
  await pass()
  expect(waits).toEqual([])
})

test.for([429, 503])('without Retry-After, %d causes a pause, but not right after one', async (status) => {
  const { answer, isOpen, pass, waits, jumps } = createLimit({ movable: true })
  expect([answer(status), isOpen()]).toEqual([true, false])
  await pass()
  expect([answer(status), isOpen()]).toEqual([false, true])
  answer(200)
  expect([answer(status), isOpen()]).toEqual([true, false])
  await pass()
  expect([waits, jumps]).toEqual([[1000, 1000], []])
})

test('a request that began while the first 429 was decoded belongs to its burst', async () => {
  const { late, isOpen, pass } = createLimit()
  expect(late(30, 20)).toBe(true)
  expect([late(10, 5), isOpen()]).toEqual([true, false])
  await pass()
  expect(isOpen()).toBe(true)
})

test('what was asked is waited for, less the time that has passed', async () => {
  const { pass, refuse, waits, elapse } = createLimit()
  refuse('30')
  elapse(10_000)
  await pass()
  await pass()
  expect(waits).toEqual([20_000])
})

test('a server that leaves out the fraction of its last second is waited for to the end', async () => {
  const { pass, refuse, waits } = createLimit()
  for (const seconds of ['42', '0']) {
    refuse(seconds)
    await pass()
  }
  expect(waits).toEqual([42_000, 1000])
})

test('a minute in all is waited for; beyond that nothing is sent', async () => {
  const { pass, refuse, answer, waits, notes } = createLimit()
  for (const seconds of ['42', '18']) {
    refuse(seconds)
    await pass()
    answer(200)
  }
  expect(waits).toEqual([42_000, 18_000])
  expect(notes()).toEqual(['waited 60 s for Retry-After'])
  refuse('1')
  await expect(pass()).rejects.toThrow(
    new SetupFailed(
      'the subject asks not to be called for 1 s (429, Retry-After); if it limits requests, declare limits.requestsPerSecond or limits.concurrency',
    ),
  )
})

test('a longer wait is not begun, and the note says nothing of it', async () => {
  const { pass, refuse, waits, notes } = createLimit()
  refuse('61')
  await expect(pass()).rejects.toThrow('not to be called for 61 s')
  expect([waits, notes()]).toEqual([[], []])
})

test.for<[status: number, headers: Header[], asks: boolean]>([
  [429, [['Retry-After', '5']], true],
  [503, [['Retry-After', '5']], true],
  [429, [], true],
  [503, [], true],
  [502, [], false],
  [403, [['Retry-After', '5']], false],
  [200, [['Retry-After', '5']], false],
])('%d with %j asks to come back later: %s', ([status, headers, asks]) => {
  const { answer, isOpen } = createLimit()
  expect([answer(status, headers), isOpen()]).toEqual([asks, !asks])
})

test('the 403 of a ban is waited for like a 429', async () => {
  const { ban, pass, waits } = createLimit()
  expect(ban('7')).toBe(true)
  await pass()
  expect(waits).toEqual([7_000])
})

test('requests under way are known until they are answered', async () => {
  const { underWay, idle } = createLimit()
  expect(idle()).toBeUndefined()
  const work = underWay(async () => 1)
  const answered = [idle(), idle()]
  expect(answered[0]).toBeInstanceOf(Promise)
  await Promise.all([work, ...answered])
  expect(idle()).toBeUndefined()
})

test('after three answers 429 in a row nothing more is sent', async () => {
  const { pass, answer } = createLimit()
  for (let count = 0; count < 3; count++) {
    await pass()
    answer(429)
  }
  await expect(pass()).rejects.toThrow('the subject answered 429 three times in a row')
})

test('another answer in between starts the count again', async () => {
  const { pass, answer } = createLimit()
  for (const status of [429, 429, 200, 429, 429]) answer(status)
  await pass()
  answer(429)
  await expect(pass()).rejects.toThrow(
    new SetupFailed(
      'the subject answered 429 three times in a row, so nothing more is sent; if it limits requests, declare limits.requestsPerSecond or limits.concurrency; if it has banned this client, wait until the ban is over or lift it, or lower limits.failedLogins',
    ),
  )
})

test('where only logins are limited, the hint is about these', () => {
  const { answer, remedy } = createLimit()
  for (let count = 0; count < 3; count++) answer(429, [], 'POST')
  expect(remedy()).toContain('limits.requestsPerSecond')
  answer(429, [], 'POST')
  answer(200)
  expect(remedy()).toContain('raise that limit')
  answer(503)
  expect(remedy()).toContain('limits.requestsPerSecond')
})

test('of requests that were under way together, 429 counts once', async () => {
  const { pass, refuse, elapse, waits } = createLimit()
  for (let count = 0; count < 20; count++) {
    refuse('10', 30)
    elapse(1)
  }
  await pass()
  expect(waits).toEqual([9_999])
})

test('so it does of those that had to connect first, and were sent after the answer to another', async () => {
  const { pass, refuse, elapse, waits } = createLimit()
  for (let count = 0; count < 8; count++) {
    refuse('10', 0, 30)
    elapse(1)
  }
  await pass()
  expect(waits).toEqual([9_999])
})

test('of requests that overlap one after another, those count that were sent after the last one that did', async () => {
  const { pass, refuse, elapse } = createLimit()
  for (let count = 0; count < 6; count++) {
    refuse('soon', 30)
    elapse(10)
  }
  await pass()
  refuse('soon', 30)
  await expect(pass()).rejects.toThrow('the subject answered 429 three times in a row')
})

test('requests that wait at the same time wait together, and on where they are asked to meanwhile', async () => {
  const { pass, refuse, waits } = createLimit()
  refuse('40')
  const passed = Promise.all([pass(), pass(), pass(), pass()])
  refuse('50')
  await passed
  expect(waits).toEqual([40_000, 10_000])
})

test('what may not be waited for is not waited for by the next one either', async () => {
  const { pass, refuse, elapse } = createLimit()
  refuse('66')
  await expect(Promise.all([pass(), pass()])).rejects.toThrow('not to be called for 66 s')
  await expect(pass()).rejects.toThrow('not to be called for 66 s')
  elapse(66_000)
  await pass()
})

test('a shorter Retry-After does not cancel a longer one', async () => {
  const { pass, refuse, elapse, waits } = createLimit()
  refuse('30')
  elapse(1000)
  refuse('5')
  await pass()
  expect(waits).toEqual([29_000])
})

test('a 429 without Retry-After does not cancel an earlier Retry-After', async () => {
  const { pass, refuse, answer, waits } = createLimit()
  refuse('30')
  answer(429)
  await pass()
  expect(waits).toEqual([30_000])
})

test('what was seen of limits is kept, each once', () => {
  const { seen, answer, refuse } = createLimit()
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

describe('a Retry-After of a moment', () => {
  for (const movable of [true, false]) {
    test(`after few requests, again and again, means too many at once${movable ? '' : ', on a clock that stays'}`, async () => {
      const limit = createLimit({ movable })
      for (let burst = 1; burst <= 4; burst++) {
        limit.answer(401)
        // Those of one burst count once.
        limit.refuse('1')
        limit.refuse('1')
        expect(limit.slowed).toEqual(Array.from({ length: Math.max(0, burst - 2) }, () => true))
        await limit.pass()
        limit.elapse(1)
      }
      expect(limit.notes().at(-1)).toContain('sent at most 3 requests at once')
    })
  }

  test.for([
    ['after many requests', '1', 50],
    ['if it is no moment', '3', 1],
  ] as const)('means nothing like it %s', async ([, retryAfter, requests]) => {
    const limit = createLimit({ movable: true })
    for (let burst = 0; burst < 5; burst++) {
      for (let request = 0; request < requests; request++) limit.answer(401)
      limit.refuse(retryAfter)
      await limit.pass()
      limit.elapse(1)
    }
    expect(limit.slowed).toEqual([])
  })
})
