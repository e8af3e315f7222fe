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

test('a token that was seen to be void begins another life with the next login that answers it', () => {
  const memory = createTokenMemory()
  memory.remember('same', 100, 110)
  memory.sawVoid('same', 105)
  memory.remember('same', 200, 210)
  expect(memory.of('same').firstSentAt, 'it was answered after it was seen').toBe(100)
  memory.sawVoid('same', 300)
  memory.remember('same', 290, 310)
  expect(memory.of('same').firstSentAt, 'the login was under way').toBe(100)
  memory.remember('same', 400, 410)
  memory.remember('same', 500, 510)
  expect(memory.of('same')).toEqual({ firstSentAt: 400, lastAnsweredAt: 510 })
})

test('a login sent in the moment in which a token was void begins its new life', () => {
  const memory = createTokenMemory()
  memory.sawVoid('same', 50)
  memory.remember('same', 100, 110, 'ada')
  memory.sawVoid('same', 110)
  memory.remember('same', 110, 120)
  expect(memory.of('same').firstSentAt, 'it was seen when it was answered').toBe(100)
  memory.sawVoid('same', 130)
  memory.remember('same', 130, 140)
  expect([memory.of('same').firstSentAt, memory.ownerOf('same')]).toEqual([130, 'ada'])
})

test('texts repeat once one is answered again in the same life, and not for a new one', () => {
  const memory = createTokenMemory()
  memory.remember('one', 100, 110)
  memory.remember('other', 120, 130)
  memory.sawVoid('one', 200)
  memory.remember('one', 210, 220)
  expect(memory.repeats).toBe(false)
  memory.remember('one', 230, 240)
  memory.remember('third', 250, 260)
  expect(memory.repeats).toBe(true)
})

test('a token is fresh if an earlier login in the same way returned another that still lived', () => {
  const hour = 3_600_000
  const memory = createTokenMemory()
  memory.remember('first', 100, 110, 'ada', 'ada json')
  memory.remember('other way', 200, 210, 'ada', 'ada form')
  memory.remember('at once', 105, 120, 'ada', 'ada json')
  memory.remember('second', 110, 130, 'ada', 'ada json')
  memory.remember('late', 10 * hour, 10 * hour, 'ada', 'ada json')
  const all = ['first', 'other way', 'at once', 'second', 'late', 'unknown']
  expect(all.filter((token) => memory.isFresh(token))).toEqual(['second'])
  memory.remember('first', 300, 310, 'ada', 'ada json')
  expect(memory.isFresh('second'), 'it may be older than the run').toBe(false)
})

test('a token of nobody is a fault of the suite', () => {
  expect(() => createTokenMemory().of('unknown')).toThrow('a token that no login of this run answered')
})

test('remembers the token that outlived its hour, and no other', () => {
  const tokens = createTokenMemory()
  tokens.sawOutlive('a')
  expect([tokens.hasOutlived('a'), tokens.hasOutlived('b')]).toEqual([true, false])
})

test('ages are counted from the last login that answered the token: the oldest accepted, the youngest rejected', () => {
  const tokens = createTokenMemory()
  expect(tokens.seen).toEqual({})
  tokens.remember('a', 1_000, 2_000)
  tokens.sawAccepted('unknown', 9_000)
  tokens.sawAccepted('a', 1_500)
  expect(tokens.seen).toEqual({})
  tokens.sawAccepted('a', 7_900)
  tokens.sawAccepted('a', 4_000)
  tokens.sawVoid('a', 12_100)
  tokens.remember('b', 20_000, 20_000)
  tokens.sawVoid('b', 29_000)
  expect(tokens.seen).toEqual({ accepted: 5, rejected: 9 })
})

test('knows the tokens of a user that logins first returned since a time', () => {
  const tokens = createTokenMemory()
  tokens.remember('old', 100, 110, 'ada')
  tokens.remember('one', 200, 210, 'ada')
  tokens.remember('other', 300, 310, 'bob')
  tokens.remember('next', 400, 410, 'ada')
  tokens.remember('old', 500, 510, 'ada')
  expect(tokens.issuedSince('ada', 200)).toEqual(['one', 'next'])
})
