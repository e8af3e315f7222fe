import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** A clock that only advances by waiting. */
function createTime() {
  let atMs = 0
  const waits: number[] = []
  const wait = async (waitMs: number) => {
    waits.push(waitMs)
    atMs += waitMs
  }
  return { now: () => atMs, wait, waits }
}

test('so many a second, the first at once', async () => {
  const time = createTime()
  const pace = createPace(8, 4, time.now, time.wait)
  for (let count = 0; count < 4; count++) (await pace.turn())()

  expect(time.waits).toEqual([250, 250, 250])
})

test('no limit, no wait', async () => {
  const time = createTime()
  const pace = createPace(8, 0, time.now, time.wait)
  for (let count = 0; count < 4; count++) (await pace.turn())()

  expect(time.waits).toEqual([])
})

test('slower than in the last second, if enough were sent', async () => {
  const time = createTime()
  const pace = createPace(50, 0, time.now, time.wait)
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) (await pace.turn())()
  }
  await turns(30)
  await time.wait(600)
  await turns(10)
  await time.wait(500)
  expect(pace.slowDown()).toBe(true)
  await turns(2)
  expect(time.waits.splice(0)).toEqual([600, 500, 125])
  pace.slowDown()
  await turns(2)
  expect(time.waits.splice(0)).toEqual([125, 125])
  await time.wait(1000)
  expect(pace.slowDown()).toBe(false)
  await turns(2)
  expect(time.waits, 'few requests met no limit').toEqual([1000, 125])
})

test('a place that is given back twice is free once', async () => {
  const pace = createPace(1, 0)
  const leave = await pace.turn()
  leave()
  leave()
  await pace.turn()
  let entered = false
  void pace.turn().then(() => (entered = true))
  await new Promise((resolve) => setImmediate(resolve))

  expect(entered).toBe(false)
})

test('one that is stopped while it waits gives its place to the next', async () => {
  const pace = createPace(1, 0)
  const leave = await pace.turn()
  const stop = new AbortController()
  const stopped = pace.turn(stop.signal)
  const next = pace.turn()
  stop.abort(new Error('stopped'))
  leave()

  await expect(stopped).rejects.toThrow('stopped')
  await expect(next).resolves.toBeTypeOf('function')
})
