import { expect, test } from 'vitest'
import { createDeterministicRandom, randomUuid, systemRandom } from './random.ts'

test.each([1, 20, 24, 700, 1024, 5000])('%d bytes are as many, and never the same again', (count) => {
  const drawn = Array.from({ length: 300 }, () => systemRandom(count + 8))
  expect(new Set(drawn.map(({ length }) => length))).toEqual(new Set([count + 8]))
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length)
  // No part of one buffer is part of another.
  const pieces = drawn.flatMap((bytes) => bytes.toString('hex').match(/.{16}/g) ?? [])
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('who changes the bytes changes nobody else’s', () => {
  const first = systemRandom(16)
  const second = systemRandom(16)
  const before = second.toString('hex')
  first.fill(0)
  expect(second.toString('hex')).toBe(before)
  expect(randomUuid(systemRandom)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

test('with one seed, each purpose has bytes of its own and goes on where it stopped', () => {
  const text = (bytes: Buffer) => bytes.toString('hex')
  const once = createDeterministicRandom(7)
  const again = createDeterministicRandom(7)
  expect(text(once('tokens')(40))).toBe(text(again('tokens')(15)) + text(again('tokens')(25)))
  expect(text(once('tokens')(40))).not.toBe(text(once('seeds')(40)))
  expect(text(createDeterministicRandom(8)('tokens')(40))).not.toBe(
    text(createDeterministicRandom(7)('tokens')(40)),
  )
})
