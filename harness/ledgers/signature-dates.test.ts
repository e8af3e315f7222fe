import { expect, test } from 'vitest'
import { createSignatureDates } from './signature-dates.ts'

const noon = Date.UTC(2026, 10, 20, 12)

function create() {
  let nowMs = noon
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    nowMs += ms
  }
  return { dates: createSignatureDates(() => nowMs, wait), waits, pass: (ms: number) => (nowMs += ms) }
}

test('each request has a date of its own, rising by a second from a minute ago', async () => {
  const { dates } = create()
  expect([await dates.next(), await dates.apart(), await dates.next()]).toEqual([
    'Fri, 20 Nov 2026 11:59:00 GMT',
    'Fri, 20 Nov 2026 11:59:01 GMT',
    'Fri, 20 Nov 2026 11:59:02 GMT',
  ])
})

test('it stays near the present after a jump, and waits for the future once a signature was accepted', async () => {
  const { dates, waits, pass } = create()
  await dates.next()
  pass(3_600_000)
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 12:59:00 GMT')
  for (let count = 0; count < 59; count++) await dates.next()
  expect(waits).toEqual([])
  dates.accepted()
  await dates.next()
  expect(waits).toEqual([1000])
})

test('no date lies in the future, nor is it waited for before a signature was accepted', async () => {
  const { dates, waits } = create()
  const last = await Promise.all(Array.from({ length: 99 }, () => dates.next()))
  expect(last.at(-1)).toBe('Fri, 20 Nov 2026 11:59:59 GMT')
  expect(waits).toEqual([])
})

test('a wait during which somebody else moved the clock leaves no date of long ago', async () => {
  let nowMs = noon
  const dates = createSignatureDates(
    () => nowMs,
    async () => void (nowMs += 3_600_000),
  )
  dates.accepted()
  for (let count = 0; count < 60; count++) await dates.next()
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 12:59:00 GMT')
})

test('where a minute is too far back, dates begin nearer', async () => {
  const { dates, waits } = create()
  dates.reachBack(5)
  dates.accepted()
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 11:59:55 GMT')
  for (let count = 0; count < 5; count++) await dates.next()
  expect(waits).toEqual([1000])
})

test('where dates must rise, each is later than all before it, and close to the present', async () => {
  const { dates, waits } = create()
  dates.accepted()
  expect(dates.rises).toBe(false)
  dates.rise()
  expect(dates.rises).toBe(true)
  expect([await dates.next(), await dates.apart()]).toEqual([
    'Fri, 20 Nov 2026 12:00:01 GMT',
    'Fri, 20 Nov 2026 12:00:02 GMT',
  ])
  expect(waits).toEqual([2000, 1000])
})

test('a date that was asked for is carried by no later request', async () => {
  const { dates } = create()
  expect(dates.before(59)).toBe('Fri, 20 Nov 2026 11:59:01 GMT')
  expect(dates.before(-60)).toBe('Fri, 20 Nov 2026 12:01:00 GMT')
  expect([await dates.next(), await dates.next()]).toEqual([
    'Fri, 20 Nov 2026 11:59:00 GMT',
    'Fri, 20 Nov 2026 11:59:02 GMT',
  ])
})

test.each([
  ['an old one', true, '53'],
  ['the one before, if no old one is accepted', false, '58'],
])(
  "where repeats are accepted it is the subject's time, and %s where it must differ",
  async (_, old, second) => {
    const { dates } = create()
    expect(dates.repeatsAccepted).toBe(false)
    dates.acceptRepeats(old)
    expect(dates.repeatsAccepted).toBe(true)
    expect(await dates.next()).toBe('Fri, 20 Nov 2026 11:59:59 GMT')
    expect(await dates.next()).toBe('Fri, 20 Nov 2026 11:59:59 GMT')
    expect(await dates.apart()).toBe(`Fri, 20 Nov 2026 11:59:${second} GMT`)
  },
)

test('where the present alone is accepted, each date is the present one, and none comes twice', async () => {
  const { dates, waits, pass } = create()
  dates.accepted()
  dates.keepToPresent()
  expect(dates.rises).toBe(true)
  expect([await dates.next(), await dates.apart()]).toEqual([
    'Fri, 20 Nov 2026 12:00:01 GMT',
    'Fri, 20 Nov 2026 12:00:02 GMT',
  ])
  expect(waits).toEqual([1000, 1000])
  pass(9000)
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 12:00:11 GMT')
})

test('requests that wait at the same time get dates of their own, and share the wait', async () => {
  let nowMs = noon
  let waiting = 0
  const dates = createSignatureDates(
    () => nowMs,
    async (_atLeastMs, atMostMs) => {
      expect(++waiting).toBe(1)
      await Promise.resolve()
      nowMs += atMostMs
      waiting--
    },
  )
  dates.accepted()
  dates.reachBack(5)
  const got = await Promise.all(Array.from({ length: 40 }, () => dates.next()))
  expect(new Set(got).size).toBe(40)
})
