import { expect, test } from 'vitest'
import { NotDeclared } from '../outcomes.ts'
import { makeRoom, type RoomParts } from './make-room.ts'

function create({ movable = true, realTime = false, fails = undefined as Error | undefined } = {}) {
  const did: string[] = []
  let answered: (() => void) | undefined
  const parts: RoomParts = {
    clock: {
      movable,
      realTime,
      advance: async (seconds) => {
        if (fails) throw fails
        did.push(`advance ${seconds} s`)
      },
    },
    sleep: async (ms) => void did.push(`sleep ${ms} ms`),
    idle: () => (answered === undefined ? undefined : new Promise((resolve) => (answered = resolve))),
  }
  return {
    did,
    parts,
    begin: () => (answered = () => {}),
    answer: () => {
      const resolve = answered
      answered = undefined
      resolve?.()
    },
  }
}

test('a clock that jumps gains all the seconds that are free, once no request is in flight', async () => {
  const { did, parts, begin, answer } = create()
  begin()
  const room = makeRoom(parts, 1000, 20_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(did).toEqual([])
  answer()
  await room
  expect(did).toEqual(['advance 20 s'])
})

test.each([
  ['a clock that does not move', create({ movable: false })],
  ['a clock in real time', create({ realTime: true })],
  ['a clock that may not advance further', create({ fails: new NotDeclared('clock.maxAdvance') })],
])('with %s, it waits for as long as it must', async (_, { did, parts }) => {
  await makeRoom(parts, 1000, 20_000)
  expect(did).toEqual(['sleep 1000 ms'])
})

test('a clock that fails is no reason to wait', async () => {
  const { parts } = create({ fails: new Error('gone') })
  await expect(makeRoom(parts, 1000, 20_000)).rejects.toThrow('gone')
})
