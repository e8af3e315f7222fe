import { expect, test } from 'vitest'
import { createSilence } from './silence.ts'

function create() {
  let nowMs = 0
  const silence = createSilence(() => nowMs)
  const timeOut = (startedAtMs: number, endedAtMs: number) => {
    nowMs = endedAtMs
    silence.timedOut(startedAtMs)
  }
  return { ...silence, timeOut }
}

test('three time-outs, one after the other, are the end', () => {
  const { isFinal, timeOut } = create()
  timeOut(0, 10)
  timeOut(10, 20)
  expect(isFinal()).toBe(false)
  timeOut(20, 30)
  expect(isFinal()).toBe(true)
})

test('an answer between begins anew', () => {
  const { isFinal, timeOut, answered } = create()
  timeOut(0, 10)
  timeOut(10, 20)
  answered()
  timeOut(20, 30)
  expect(isFinal()).toBe(false)
})

test('those of requests that were under way together are one', () => {
  const { isFinal, timeOut } = create()
  for (let count = 0; count < 20; count++) timeOut(0, 10 + count)
  timeOut(30, 40)
  expect(isFinal()).toBe(false)
})

test('where many are always under way, a time-out of one begun after the last that counted counts', () => {
  const { isFinal, timeOut } = create()
  for (const round of [0, 10, 20]) for (const place of [0, 1, 2]) timeOut(round + place, round + place + 10)
  expect(isFinal()).toBe(true)
})
