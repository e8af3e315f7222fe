import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NotDeclared, SetupFailed } from '../outcomes.ts'
import { createControlClient, type ControlClient } from './control.ts'
import { createClock } from './create-clock.ts'
import { createFaketimeJump } from './faketime.ts'
import { controlMover, JumpMade, outsideMover, UnseenJump, waitMover } from './movers.ts'
import { createOffset } from './offset.ts'
import { createShownWait } from './shown-wait.ts'

const epoch = Date.parse('2026-11-20T10:00:00Z')

/** Our monotonic clock, a subject whose clock may be off and may jump late, and what is visible of both. */
function world({ subjectAheadMs = 0, showsDate = true, jumpAfterProbes = 0 } = {}) {
  const state = { monotonicMs: 5000, subjectMs: epoch + subjectAheadMs, pendingMs: 0, probes: 0 }
  const pass = (ms: number) => {
    state.monotonicMs += ms
    state.subjectMs += ms
  }
  const monotonic = () => state.monotonicMs
  const offset = createOffset(monotonic, epoch)
  return {
    state,
    offset,
    monotonic,
    pass,
    sleep: async (ms: number) => pass(ms),
    jump: async (seconds: number) => void (state.pendingMs += seconds * 1000),
    probe: async () => {
      state.probes++
      if (state.pendingMs > 0 && state.probes > jumpAfterProbes) {
        state.subjectMs += state.pendingMs
        state.pendingMs = 0
      }
      const at = monotonic()
      return showsDate ? { subjectMs: state.subjectMs, sentAt: at, answeredAt: at } : undefined
    },
  }
}

test('a jump by something outside is believed after five answers that show it', async () => {
  const all = world()
  await outsideMover(all.jump, all)(3600)

  expect(all.state.probes).toBe(5)
  expect(all.offset.now()).toBe(epoch + 3_600_000)
})

test('a jump that a cache hides for some seconds is waited for', async () => {
  const all = world({ jumpAfterProbes: 20 })
  await outsideMover(all.jump, all)(3600)

  expect(all.state.probes).toBe(25)
  expect(all.offset.now()).toBe(all.state.subjectMs)
})

test('a jump that does not come is no jump, and no other is tried', async () => {
  const all = world({ jumpAfterProbes: Infinity })
  const move = outsideMover(all.jump, all)
  const message =
    /the clock did not move: asked for 3600 s, the Date header moved by 0 s; a proxy or cache in front/
  await expect(move(3600)).rejects.toThrow(message)

  const { probes } = all.state
  await expect(move(60)).rejects.toThrow(message)
  expect(all.state.probes).toBe(probes)
})

test('time that goes on by itself is no jump', async () => {
  const all = world({ jumpAfterProbes: Infinity })

  await expect(outsideMover(all.jump, all)(5)).rejects.toThrow(/asked for 5 s, the Date header moved by 0 s/)
})

test('the time that moving takes is left out of the next jump, which ends less than a second late', async () => {
  const all = world()
  const jumps: number[] = []
  const slowly = async (seconds: number) => {
    jumps.push(seconds)
    await all.jump(seconds)
    all.pass(3000)
  }
  const move = outsideMover(slowly, all)
  expect(await move(1200)).toBe(1200)
  const from = all.offset.now()
  expect(await move(600.5)).toBe(598)

  expect(jumps).toEqual([1200, 598])
  expect(all.offset.now()).toBe(from + 601_000)
})

test('what is shorter than moving takes is waited for', async () => {
  const all = world()
  const move = outsideMover(async (seconds) => {
    await all.jump(seconds)
    all.pass(3000)
  }, all)
  await move(1200)
  const from = all.offset.now()

  expect(await move(2)).toBe(0)
  expect(all.offset.now()).toBe(from + 2000)
})

test('without a Date header no jump can be shown', async () => {
  const all = world({ showsDate: false })

  await expect(outsideMover(all.jump, all)(60)).rejects.toThrow(/no answer carries a Date header/)
})

test('a clock that is minutes off is followed from where it stands', async () => {
  const all = world({ subjectAheadMs: 7 * 60_000 })
  all.offset.set(all.state.subjectMs, all.monotonic(), all.monotonic())
  await outsideMover(all.jump, all)(3600)

  expect(all.offset.now()).toBe(epoch + 7 * 60_000 + 3_600_000)
})

function control(moves: number, { state, monotonic } = world()) {
  const client = {
    moves,
    reads: 0,
    nowMs: epoch,
    read: async () => {
      client.reads++
      const at = monotonic()
      return { subjectMs: client.nowMs + state.monotonicMs, sentAt: at, answeredAt: at }
    },
    advance: async (seconds: number) => {
      client.nowMs += seconds * 1000 * client.moves
      return { subjectMs: client.nowMs + state.monotonicMs, sentAt: 0, answeredAt: 0 }
    },
  }
  return client satisfies ControlClient
}

test('by the control protocol a later "now" is the proof', async () => {
  const all = world()
  await controlMover(control(1, all), all)(3600)

  expect(all.offset.now()).toBe(epoch + 3_600_000 + all.state.monotonicMs)
  await expect(controlMover(control(0, all), all)(3600)).rejects.toThrow(
    /did not move: asked for 3600 s, its own "now" went on by 0.0 s/,
  )
})

test('the proof of one jump is the time before the next, while it is young', async () => {
  const all = world()
  const client = control(1, all)
  const move = controlMover(client, all)
  await move(60)
  all.pass(400)
  await move(60)
  expect(client.reads).toBe(3)

  all.pass(31_000)
  await move(60)
  expect(client.reads).toBe(5)

  client.moves = 0
  all.pass(400)
  await expect(move(2)).rejects.toThrow('asked for 2 s, its own "now" went on by 0.0 s')

  // A restart may lose how far it was ahead.
  client.nowMs -= 3_600_000
  await expect(move(2)).rejects.toThrow('its own "now" went back by 3600.0 s; did the server restart?')
  expect(all.offset.now()).toBe(client.nowMs + all.state.monotonicMs)
})

test('a reading that overtook its jump proves nothing, so the control is asked again', async () => {
  const all = world()
  const client = control(1, all)
  const { advance } = client
  client.advance = async (seconds) => {
    await Promise.resolve()
    return await advance(seconds)
  }
  await controlMover(client, all)(1)

  expect(client.reads).toBe(3)
  expect(all.offset.now()).toBe(epoch + 1000 + all.state.monotonicMs)
})

test('a jump whose answer is lost may have been made: its time is taken from the control, or unknown', async () => {
  const all = world()
  const client = control(1, all)
  const { advance, read } = client
  const move = controlMover(client, all)
  await move(1)
  client.advance = async (seconds) => {
    await advance(seconds)
    throw new SetupFailed('the clock control gave no answer')
  }
  const lost = await move(60).catch((error: unknown) => error)
  expect(lost).not.toBeInstanceOf(UnseenJump)
  expect(lost).toEqual(new JumpMade('the clock control gave no answer'))
  expect(all.offset.now()).toBe(client.nowMs + all.state.monotonicMs)

  client.read = () => Promise.reject(new SetupFailed('it is not asked again'))
  await expect(move(60)).rejects.toThrow(new UnseenJump('the clock control gave no answer'))

  Object.assign(client, { read, advance })
  client.moves = 0
  await expect(move(60)).rejects.toThrow('its own "now" went on by 0.0 s')
})

test.each([
  [200, '{"now":"yesterday"}', /without a valid "now"/],
  [200, 'not json', /without a valid "now"/],
  [404, '{}', /GET \/control\/clock of the clock control answered 404/],
])('a control that answers %i %s is of no use', async (status, body, message) => {
  const request = { method: 'GET', target: '/control/clock', headers: [] }
  const response = { status, headers: [], body: Buffer.from(body), truncated: false }
  const wire = {
    origin: 'http://127.0.0.1:1',
    prefix: '/control',
    send: async () => ({ request, response, sentAt: 0, answeredAt: 0 }),
    close: async () => {},
  }
  const client = createControlClient(wire, async () => {})

  await expect(client.read()).rejects.toThrow(SetupFailed)
  await expect(client.read()).rejects.toThrow(message)
})

test('waiting takes real time, shows how long is left, and sets the time right', async () => {
  const all = world()
  const shown: number[] = []
  const wait = createShownWait(all.sleep, all.monotonic, (leftMs) => shown.push(leftMs))
  await waitMover({ ...all, wait })(3.5)

  expect(shown).toEqual([3500, 2500, 1500, 500, 0])
  expect(all.offset.now()).toBe(epoch + 3500)
})

test('maxAdvance bounds all jumps together, and the clock says how far ahead it stands', async () => {
  const all = world()
  const moved: number[] = []
  const clock = createClock({
    kind: 'command',
    offset: all.offset,
    move: async (seconds) => {
      moved.push(seconds)
      return seconds
    },
    maxAdvanceSeconds: 7200,
    waitForStep: all.sleep,
  })
  await clock.advance(3600)
  await clock.advance(3600)
  await expect(clock.advance(1)).rejects.toThrow(NotDeclared)
  await expect(clock.advance(3600)).rejects.toThrow('needs clock.maxAdvance above 3h')

  expect(moved).toEqual([3600, 3600])
  expect(clock.aheadSeconds).toBe(7200)
})

test('real time is nothing that the clock stands ahead by', async () => {
  const all = world()
  const clock = createClock({
    kind: 'wait',
    offset: all.offset,
    move: waitMover({ ...all, wait: all.sleep }),
    realTime: true,
    waitForStep: all.sleep,
  })
  await clock.advance(3600)

  expect(clock.aheadSeconds).toBe(0)
  expect(clock.now()).toBe(epoch + 3_600_000)
})

test('a clock that cannot be moved waits for at most one time step', async () => {
  const all = world()
  const clock = createClock({ kind: 'none', offset: all.offset, waitForStep: all.sleep })
  await clock.advance(30)

  expect(clock.movable).toBe(false)
  expect(clock.now()).toBe(epoch + 30_000)
  await expect(clock.advance(3600)).rejects.toThrow(NotDeclared)
})

test("faketime's file is replaced whole, and holds the sum of all jumps", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faketime-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'faketime.rc')
  const jump = createFaketimeJump(file)
  await jump(3600)
  await jump(31)
  expect(readFileSync(file, 'utf8')).toBe('+3631\n')

  writeFileSync(file, '-7200\n')
  await jump(3600)
  expect(readFileSync(file, 'utf8')).toBe('-3600\n')

  writeFileSync(file, '@2026-11-20 10:00:00\n')
  await expect(jump(1)).rejects.toThrow(/must contain an offset in seconds, such as \+0/)
  await expect(createFaketimeJump(join(folder, 'none', 'file'))(1)).rejects.toThrow(/can't write clock.file/)
})
