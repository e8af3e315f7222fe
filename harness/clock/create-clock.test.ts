import { describe, expect, test } from 'vitest'
import { NotDeclared } from '../outcomes.ts'
import { createClock } from './create-clock.ts'
import { JumpMade, UnseenJump } from './movers.ts'
import { createOffset } from './offset.ts'

test("the offset is taken in the middle of the answer's way, and is the operator's time before", () => {
  let monotonicMs = 50
  const offset = createOffset(() => monotonicMs, 1_000_050)
  expect(offset.now()).toBe(1_000_050)
  offset.set(2_000_000, 100, 120)
  monotonicMs = 210
  expect(offset.now()).toBe(2_000_100)
})

describe('the clock of a run', () => {
  const offset = createOffset(() => 0, 0)

  test('keeps to maxAdvance and counts how far ahead it stands', async () => {
    const moved: number[] = []
    const clock = createClock({
      kind: 'control',
      offset,
      move: async (seconds) => {
        moved.push(seconds)
        return seconds
      },
      maxAdvanceSeconds: 7200,
      waitForStep: async () => {},
    })
    await clock.advance(3600)
    expect([clock.aheadSeconds, clock.leftSeconds]).toEqual([3600, 3600])
    await expect(clock.advance(3601)).rejects.toThrow(NotDeclared)
    expect(moved).toEqual([3600])
    expect(() => clock.demandRoom(3601)).toThrow('needs clock.maxAdvance above 3h')
    expect(() => clock.demandRoom(3600)).not.toThrow()
  })

  test.each([
    ['counts a jump from when it is asked for, as the run may end before its answer', false, 3600],
    ['is never ahead if it waits in real time', true, 0],
  ])('%s', async (_, realTime, ahead) => {
    let answer: (moved: number) => void = () => {}
    const move = () => new Promise<number>((resolve) => (answer = resolve))
    const clock = createClock({ kind: 'control', offset, move, realTime, waitForStep: async () => {} })
    const jump = clock.advance(3599.5)
    await new Promise((resolve) => setImmediate(resolve))
    expect(clock.aheadSeconds).toBe(ahead)
    answer(ahead)
    await jump
    expect(clock.aheadSeconds).toBe(ahead)
  })

  test('makes one jump after another, also if they are asked for at the same time, and after one that failed', async () => {
    const events: string[] = []
    const clock = createClock({
      kind: 'control',
      offset,
      move: async (seconds) => {
        events.push(`begin ${seconds}`)
        await new Promise((resolve) => setImmediate(resolve))
        if (seconds === 2) throw new Error('it did not move')
        events.push(`end ${seconds}`)
        return seconds
      },
      waitForStep: async () => {},
    })
    const ended = await Promise.allSettled([1, 2, 3].map((seconds) => clock.advance(seconds)))
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'begin 3', 'end 3'])
    expect(clock.aheadSeconds).toBe(4)
  })

  test('is lost after a jump that no answer shows, and not after one that could not be made', async () => {
    const errors = [new Error('exit code 7'), new UnseenJump('the clock did not move')]
    const move = () => Promise.reject(errors.shift())
    const clock = createClock({ kind: 'command', offset, move, waitForStep: async () => {} })
    await expect(clock.advance(4)).rejects.toThrow('exit code 7')
    expect(clock.isLost).toBe(false)
    expect(clock.aheadSeconds).toBe(0)
    await expect(clock.advance(3.5)).rejects.toThrow('did not move')
    expect(clock.isLost).toBe(true)
  })

  test('counts a jump that no answer shows, and none after it', async () => {
    const lost = new UnseenJump('the clock may have moved')
    const move = () => Promise.reject(lost)
    const clock = createClock({ kind: 'command', offset, move, waitForStep: async () => {} })
    await expect(clock.advance(3.5)).rejects.toThrow(lost)
    await expect(clock.advance(60)).rejects.toThrow(lost)
    expect(clock.aheadSeconds).toBe(4)
  })

  test('counts each jump that no answer shows, and is found again by one that an answer shows', async () => {
    const results = [
      new UnseenJump('no answer'),
      new UnseenJump('no answer'),
      60,
      new JumpMade('answered 500'),
    ]
    const move = async () => {
      const [result = 0] = results.splice(0, 1)
      if (typeof result === 'number') return result
      throw result
    }
    const clock = createClock({ kind: 'control', offset, move, waitForStep: async () => {} })
    for (let time = 0; time < 2; time++) await expect(clock.advance(4)).rejects.toThrow('no answer')
    expect([clock.aheadSeconds, clock.isLost]).toEqual([8, true])
    await clock.advance(60)
    expect([clock.aheadSeconds, clock.isLost]).toEqual([68, false])
    await expect(clock.advance(30)).rejects.toThrow('answered 500')
    expect([clock.aheadSeconds, clock.isLost]).toEqual([98, false])
  })

  test('that can not be moved waits for a time step, and for nothing longer', async () => {
    const waits: number[] = []
    const clock = createClock({ kind: 'none', offset, waitForStep: async (ms) => void waits.push(ms) })
    await clock.advance(30)
    await expect(clock.advance(601)).rejects.toThrow(NotDeclared)
    expect([waits, clock.movable, clock.aheadSeconds]).toEqual([[30_000], false, 0])
  })
})
