import { expect, test } from 'vitest'
import type { SubjectClock } from './subject-clock.ts'
import { createTimeline } from './timeline.ts'

/** A timeline whose clock moves on request and records how far. */
function create({
  fails = false,
  moved = Promise.resolve(),
  realTime = false,
  idle = (): Promise<void> | undefined => undefined,
} = {}) {
  let nowMs = 0
  const naps: (() => void)[] = []
  const jumps: number[] = []
  const clock: SubjectClock = {
    kind: 'control',
    movable: true,
    realTime,
    leftSeconds: Infinity,
    aheadSeconds: 0,
    isLost: false,
    demandRoom: () => {},
    now: () => nowMs,
    calibrate: () => {},
    async advance(seconds) {
      if (fails) throw new Error('it did not move')
      jumps.push(seconds)
      await moved
      nowMs += seconds * 1000
    },
  }
  /** Lets time pass by itself, and wakes all sleepers. */
  const pass = (ms: number) => {
    nowMs += ms
    for (const wake of naps.splice(0)) wake()
  }
  const sleep = () => new Promise<void>((resolve) => naps.push(resolve))
  return { timeline: createTimeline(clock, sleep, idle), jumps, naps, pass }
}

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ])

test('nobody is moved while somebody is at work', async () => {
  const { timeline, jumps } = create()
  const [waiting, busy] = [await timeline.join(), await timeline.join()]
  const hour = waiting.until(3_600_000)
  expect(await settled(hour)).toBe(false)
  busy.leave()
  await hour
  expect(jumps).toEqual([3600])
})

test('when all wait, time goes on to the earliest wish, and those at work again hold it there', async () => {
  const { timeline, jumps } = create()
  const [first, second] = [await timeline.join(), await timeline.join()]
  const early = first.until(10_000)
  const late = second.until(60_000)
  await early
  expect(await settled(late)).toBe(false)
  const next = first.until(40_000)
  await next
  first.leave()
  await late
  expect(jumps).toEqual([10, 30, 20])
})

test('wishes for the same time share one jump; one for the past needs none', async () => {
  const { timeline, jumps } = create()
  const [first, second] = [await timeline.join(), await timeline.join()]
  await Promise.all([first.until(5_000), second.until(5_000)])
  await first.until(4_000)
  expect(jumps).toEqual([5])
})

test('a jump that fails is told to all who waited', async () => {
  const { timeline } = create({ fails: true })
  const [first, second] = [await timeline.join(), await timeline.join()]
  const both = await Promise.allSettled([first.until(5_000), second.until(9_000)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('one who waits for what another does holds nobody up, and is at work once that is done', async () => {
  const { timeline, jumps } = create()
  const [first, second] = [await timeline.join(), await timeline.join()]
  let done = () => {}
  const work = new Promise<void>((resolve) => (done = resolve))
  const waiting = second.until(Infinity, work)
  await first.until(5_000)
  expect([await settled(waiting), jumps]).toEqual([false, [5]])
  done()
  await waiting
  const later = first.until(9_000)
  expect(await settled(later)).toBe(false)
  second.leave()
  await later
})

test('and is told of no jump that fails', async () => {
  const { timeline } = create({ fails: true })
  const [first, second] = [await timeline.join(), await timeline.join()]
  const waiting = second.until(Infinity, new Promise(() => {}))
  await expect(first.until(5_000)).rejects.toThrow('it did not move')
  expect(await settled(waiting)).toBe(false)
})

test('if all wait for one another, the clock stays', async () => {
  const { timeline, jumps } = create()
  const only = await timeline.join()
  expect(await settled(only.until(Infinity, new Promise(() => {})))).toBe(false)
  expect(jumps).toEqual([])
})

test('a wish that comes true by itself does not wait for those at work', async () => {
  const { timeline, jumps, pass } = create()
  const [waiting, busy] = [await timeline.join(), await timeline.join()]
  const soon = waiting.until(300)
  pass(299)
  expect(await settled(soon)).toBe(false)
  pass(1)
  expect(await settled(soon)).toBe(true)
  const later = waiting.until(60_000)
  busy.leave()
  await later
  expect(jumps).toEqual([59.7])
})

test('nobody begins while the clock is being moved, and one who then waits holds nobody up', async () => {
  let release = () => {}
  const moved = new Promise<void>((resolve) => (release = resolve))
  const { timeline, jumps } = create({ moved })
  const first = await timeline.join()
  const hour = first.until(3_600_000)
  const joining = timeline.join()
  expect(jumps).toEqual([3600])
  expect(await settled(joining)).toBe(false)
  release()
  const second = await joining
  await hour
  first.leave()
  await second.until(3_610_000)
  expect(jumps).toEqual([3600, 10])
})

/** Requests that are in flight one after another; each call answers one. */
function requests(count: number) {
  const answers: (() => void)[] = []
  const inFlight = Array.from({ length: count }, () => new Promise<void>((resolve) => answers.push(resolve)))
  const answer = () => {
    answers.shift()?.()
    void inFlight.shift()
  }
  return { idle: () => inFlight[0], answer }
}

test('a request that follows the one in flight is waited for too', async () => {
  const { idle, answer } = requests(2)
  const { timeline, jumps } = create({ idle })
  const hour = (await timeline.join()).until(3_600_000)
  answer()
  expect(await settled(hour)).toBe(false)
  expect(jumps).toEqual([])
  answer()
  await hour
  expect(jumps).toEqual([3600])
})

test('nobody is moved if the request in flight gives another one something to do', async () => {
  const { idle, answer } = requests(1)
  const { timeline, jumps } = create({ idle })
  const [busy, waiting] = [await timeline.join(), await timeline.join()]
  let end = () => {}
  const done = new Promise<void>((resolve) => (end = resolve))
  const early = busy.until(10_000, done)
  const hour = waiting.until(3_600_000)
  end()
  await early
  answer()
  expect(await settled(hour)).toBe(false)
  expect(jumps).toEqual([])
  busy.leave()
  await hour
  expect(jumps).toEqual([3600])
})

test('one who leaves while waiting and with a request in flight moves nobody, and is waited for no longer', async () => {
  const { idle, answer } = requests(1)
  const { timeline, jumps, naps, pass } = create({ idle })
  const only = await timeline.join()
  const hour = only.until(3_600_000)
  only.leave()
  answer()
  pass(500)
  expect(await settled(hour)).toBe(false)
  expect([jumps, naps]).toEqual([[], []])
})

test('in real time, one who begins while all others wait holds nobody up, and is woken at its own time', async () => {
  const { timeline, pass } = create({ realTime: true, moved: new Promise(() => {}) })
  const first = await timeline.join()
  const late = first.until(30_000)
  const joined = timeline.join()
  expect(await settled(joined)).toBe(true)
  const early = (await joined).until(10_000)
  expect(await settled(early)).toBe(false)
  pass(10_000)
  expect(await settled(early)).toBe(true)
  expect(await settled(late)).toBe(false)
})
