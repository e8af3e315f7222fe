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
  for (let count = 0; count < 60; count++) await dates.next()
  expect(waits).toEqual([])
  dates.accepted()
  await dates.next()
  expect(waits).toEqual([1000])
})

test("where repeats are accepted it is the subject's time, and another one where it must differ", async () => {
  const { dates } = create()
  dates.acceptRepeats()
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 12:00:00 GMT')
  expect(await dates.next()).toBe('Fri, 20 Nov 2026 12:00:00 GMT')
  expect(await dates.apart()).toBe('Fri, 20 Nov 2026 11:59:53 GMT')
})
