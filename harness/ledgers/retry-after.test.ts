import { describe, expect, test } from 'vitest'
import { noon } from '../client/testing/instants.ts'
import { createRetryAfter, retryAfterSeconds } from './retry-after.ts'

describe('Retry-After, by RFC 9110', () => {
  test.for<[value: string | undefined, seconds: number | undefined]>([
    ['0', 0],
    ['120', 120],
    ['32.5', 32.5],
    ['-1', undefined],
    ['', undefined],
    ['31536000', 31_536_000],
    ['99999999999', undefined],
    ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
    ['soon', undefined],
    ['1 minute, please', undefined],
    [undefined, undefined],
  ])('%s', ([value, seconds]) => expect(retryAfterSeconds(value, noon)).toBe(seconds))
})

/** A clock that can't be moved; `pass` answers so many requests with room, then asks to come back after a minute, and waits. */
function create() {
  let realMs = 0
  const retryAfter = createRetryAfter({
    monotonic: () => realMs,
    wait: async (ms) => void (realMs += ms),
    clock: { movable: false, realTime: false, now: () => realMs, leftSeconds: 0 },
    idle: () => undefined,
    remedy: () => '',
  })
  return {
    notes: retryAfter.notes,
    async pass(room: number, seconds = 60): Promise<void> {
      for (let sent = 0; sent < room; sent++) retryAfter.noteRoom(false, realMs)
      retryAfter.noteRoom(true, realMs)
      retryAfter.ask(seconds, 429)
      await retryAfter.pass(retryAfter.leftMs(), async () => {})
    },
  }
}

test('a further minute is waited for if enough requests had room, up to a quarter of an hour', async () => {
  const { pass, notes } = create()
  for (let minute = 0; minute < 15; minute++) await pass(50)
  expect(notes()).toEqual(['waited 900 s for Retry-After'])
  await expect(pass(50)).rejects.toThrow('asks not to be called for 60 s')
})

test('it is not if fewer had room: the server may reject nearly everything', async () => {
  const { pass } = create()
  await pass(0)
  await expect(pass(49)).rejects.toThrow('asks not to be called for 60 s')
  await expect(pass(1)).resolves.toBeUndefined()
})

test('so it is if short waits let through few requests each, but many in a minute', async () => {
  const slow = create()
  for (let second = 0; second < 60; second++) await slow.pass(4, 1)
  await expect(slow.pass(4, 1)).rejects.toThrow('asks not to be called for 1 s')
  const busy = create()
  for (let second = 0; second < 900; second++) await busy.pass(6, 1)
  await expect(busy.pass(6, 1)).rejects.toThrow('asks not to be called for 1 s')
})
