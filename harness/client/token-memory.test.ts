import { expect, test } from 'vitest'
import { createTokenMemory } from './token-memory.ts'

test('a token has the first login that answered it and the last', () => {
  const memory = createTokenMemory()
  memory.remember('same', 100, 110)
  memory.remember('other', 200, 210)
  memory.remember('same', 300, 310)
  expect(memory.of('same')).toEqual({ firstSentAt: 100, lastAnsweredAt: 310 })
  expect(memory.of('other')).toEqual({ firstSentAt: 200, lastAnsweredAt: 210 })
})

test('a token of nobody is a fault of the suite', () => {
  expect(() => createTokenMemory().of('unknown')).toThrow('a token that no login of this run answered')
})
