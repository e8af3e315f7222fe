import { expect, test } from 'vitest'
import { createPace, type Pace } from './pace.ts'

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

test('a limit per second sends the first request at once and spaces out the others', async () => {
  const time = createTime()
  const pace = createPace(8, 4, time.now, time.wait)
  for (let count = 0; count < 4; count++) (await pace.turn())()

  expect(time.waits).toEqual([250, 250, 250])
})

test('without a limit nothing waits', async () => {
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
  expect(pace.slowDown()).toEqual({ perSecond: true })
  await turns(2)
  expect(time.waits.splice(0)).toEqual([600, 500, 125])
  pace.slowDown()
  await turns(2)
  expect(time.waits.splice(0)).toEqual([125, 125])
  await time.wait(1000)
  pace.slowDown()
  await turns(2)
  expect(time.waits, 'few requests met no limit').toEqual([1000, 125])
})

test('one after another, few requests met no limit', async () => {
  const pace = createPace(8, 0)
  for (let turn = 0; turn < 9; turn++) (await pace.turn())()

  expect(pace.slowDown()).toEqual({})
})

/** Asks for ten turns at once. `inFlight` are those that had one, and may leave. */
async function tenOn(pace: Pace) {
  const inFlight: (() => void)[] = []
  for (let turn = 0; turn < 10; turn++) void pace.turn().then((leave) => inFlight.push(leave))
  await settled()
  return {
    inFlight,
    async leaves() {
      inFlight.shift()?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('after slowing down, four requests go out at once, then two, if more were in flight', async () => {
  const pace = createPace(8, 0)
  const { inFlight, leaves } = await tenOn(pace)
  expect(inFlight).toHaveLength(8)
  await leaves()
  expect(inFlight, 'the ninth has the place').toHaveLength(8)

  expect(pace.slowDown()).toEqual({ atOnce: 4 })
  for (let left = 0; left < 4; left++) await leaves()
  expect(inFlight).toHaveLength(4)
  await leaves()
  expect(inFlight, 'the tenth has the place').toHaveLength(4)
  expect(pace.slowDown()).toEqual({ atOnce: 2 })
  for (let left = 0; left < 4; left++) await leaves()

  expect((await tenOn(pace)).inFlight).toHaveLength(2)
})

test('what comes first has the next place, whatever waits for one', async () => {
  const pace = createPace(1, 0)
  const leave = await pace.turn()
  const order: string[] = []
  const asks = async (name: string, first?: boolean) => {
    const left = await pace.turn(first)
    order.push(name)
    left()
  }
  const asked = [asks('early'), asks('late'), asks('first', true), asks('second', true)]
  leave()
  await Promise.all(asked)
  expect(order).toEqual(['first', 'second', 'early', 'late'])
})

test.for([
  [3, 2],
  [4, 2],
  [5, 4],
  [20, 4],
])('of %d at once, %d are left', async ([concurrency = 0, atOnce]) => {
  const pace = createPace(concurrency, 0)
  await Promise.all(Array.from({ length: concurrency }, () => pace.turn()))

  expect(pace.slowDown()).toEqual({ atOnce })
})

test('what was in flight before there was nothing does not count', async () => {
  const pace = createPace(8, 0)
  for (const leave of await Promise.all([pace.turn(), pace.turn(), pace.turn()])) leave()
  const leaves = await Promise.all([pace.turn(), pace.turn()])
  leaves[0]()

  expect(pace.slowDown()).toEqual({})
})

test('if two at once are too many as well, their number was not the cause', async () => {
  const pace = createPace(8, 0)
  const { leaves } = await tenOn(pace)
  pace.slowDown()
  pace.slowDown()
  for (let left = 0; left < 10; left++) await leaves()
  const next = await tenOn(pace)
  expect(next.inFlight).toHaveLength(2)

  expect(pace.slowDown()).toEqual({ perSecond: true })
  await expect.poll(() => next.inFlight).toHaveLength(8)
  expect(pace.slowDown(), 'for good').toEqual({ perSecond: true })
})

test('a subject that says when it has room keeps its rate', async () => {
  const time = createTime()
  const pace = createPace(2, 0, time.now, time.wait)
  for (let turn = 0; turn < 30; turn++) (await pace.turn())()

  expect(pace.slowDown(true)).toEqual({})
  await pace.turn()
  expect(time.waits).toEqual([])
})
