import { expect, test } from 'vitest'
import { createPauses } from './pauses.ts'

test('a pause lasts a second, and another one that begins meanwhile is the same', () => {
  let now = 5000
  const { begin, leftMs, notes } = createPauses(
    () => now,
    () => ({}),
  )
  expect(leftMs()).toBe(-Infinity)
  expect(notes()).toEqual([])
  expect(begin()).toBe(true)
  now += 400
  expect(begin()).toBe(true)
  expect(leftMs()).toBe(600)
  expect(notes()).toEqual([expect.stringContaining('429 or 503 without Retry-After, once; ')])
  now += 600
  expect(leftMs()).toBe(0)
  expect(begin()).toBe(true)
  expect(leftMs()).toBe(1000)
  expect(notes()).toEqual([expect.stringContaining('429 or 503 without Retry-After, 2 times; ')])
})

test('a run has sixty pauses', () => {
  let now = 0
  const { begin } = createPauses(
    () => now,
    () => ({}),
  )
  for (let count = 0; count < 60; count++, now += 1000) expect(begin()).toBe(true)
  expect(begin()).toBe(false)
})

test('from the third pause on, requests go out more slowly', () => {
  let now = 0
  let slowed = 0
  const { begin, notes } = createPauses(
    () => now,
    () => (++slowed > 1 ? { perSecond: true } : {}),
  )
  const after = [1, 2, 3, 4].map(() => {
    begin()
    begin()
    now += 1000
    return [slowed, notes().join().includes('times, and slowed down; ')]
  })
  expect(after, 'the first try had sent too little to slow down').toEqual([
    [0, false],
    [0, false],
    [1, false],
    [2, true],
  ])
})

test('after fewer at once, the note names limits.concurrency', () => {
  let now = 0
  const { begin, notes } = createPauses(
    () => now,
    () => ({ atOnce: 4 }),
  )
  for (let count = 0; count < 3; count++, now += 1000) begin()

  expect(notes()).toEqual([
    'sent nothing for a second after a 429 or 503 without Retry-After, 3 times, and then at most 4 requests at once, races included; if it answers only so many at once, set limits.concurrency to that number',
  ])
})

test('if fewer at once were no cure, the note no longer names them', () => {
  let now = 0
  const states = [{ atOnce: 4 }, { atOnce: 2 }, {}]
  const { begin, notes } = createPauses(
    () => now,
    () => states.shift() ?? {},
  )
  for (let count = 0; count < 5; count++, now += 1000) begin()

  expect(notes()).toEqual([expect.stringMatching(/5 times; .*limits\.requestsPerSecond/)])
})
