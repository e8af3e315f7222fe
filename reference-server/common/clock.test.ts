import { expect, test } from 'vitest'
import { createClock, httpDate, readHttpDate } from './clock.ts'

test('the clock ticks on from where it was put, and never goes back', () => {
  let real = 1000
  const clock = createClock(() => real)
  clock.advance({ hours: 1, minutes: 1, seconds: 1.5 })
  real += 10
  expect(clock.now()).toBe(1000 + 3_661_500 + 10)
  expect(() => clock.advance({ seconds: -1 })).toThrow(RangeError)
  expect(() => clock.advance({ seconds: Number.NaN })).toThrow(RangeError)
  expect(() => clock.advance({ seconds: 1e18 })).toThrow('9999')
  expect(clock.now()).toBe(1000 + 3_661_500 + 10)
})

test.each([{ hour: 1 }, { minutes: '30' }])('the clock rejects the step %j', (step) => {
  expect(() => createClock().advance(step as object)).toThrow('each a number')
})

test('an HTTP date that is written can be read again', () => {
  expect(httpDate(784_111_777_000)).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
  expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(784_111_777_000)
})

test('the weekday of an HTTP date is not looked at', () => {
  expect(readHttpDate('Tue, 07 Jun 2014 20:51:35 GMT')).toBe(Date.UTC(2014, 5, 7, 20, 51, 35))
})

test.each([
  '',
  'now',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 GMT ',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Foo 1994 08:49:37 GMT',
  '1994-11-06T08:49:37Z',
  '784111777',
])('%s is no HTTP date', (text) => {
  expect(readHttpDate(text)).toBeUndefined()
})

test('a clock may begin ahead of the real time or behind it', () => {
  expect(createClock(() => 1_000_000, { milliseconds: 420_000 }).now()).toBe(1_420_000)
  expect(createClock(() => 1_000_000, { milliseconds: -420_000 }).now()).toBe(580_000)
})
