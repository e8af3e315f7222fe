import { expect, test } from 'vitest'
import { countingRandom, createChoices, stillClock } from '../testing/fixture.ts'
import { createSessions } from './sessions.ts'

function setUp() {
  const choices = createChoices()
  const clock = stillClock()
  return { choices, clock, sessions: createSessions(choices, clock, countingRandom()) }
}

test('a session without a user opens nothing', () => {
  const { sessions } = setUp()
  expect(sessions.userOf(sessions.start(undefined))).toBeUndefined()
  expect(sessions.userOf(sessions.start('mia'))).toBe('mia')
})

test('a session ends by log-out, and by time', () => {
  const { clock, sessions } = setUp()
  const first = sessions.start('mia')
  const second = sessions.start('mia')
  sessions.end(first.id)
  expect(sessions.find(first.id)).toBeUndefined()
  expect(sessions.find(second.id)).toBe(second)
  clock.advance({ hours: 24 })
  expect(sessions.find(second.id)).toBeUndefined()
  sessions.start('mia')
  expect(sessions.records.size).toBe(1)
})

test('sessions without a user are bounded, and push out none that has one', () => {
  const { choices, sessions } = setUp()
  choices.anonymousSessions = 3
  const own = sessions.start('mia')
  const ids = Array.from({ length: 5 }, () => sessions.start(undefined).id)
  expect(ids.map((id) => sessions.find(id) !== undefined)).toEqual([false, false, true, true, true])
  expect(sessions.find(own.id)).toBe(own)
})

test('as many sessions without a user as allowed are all kept', () => {
  const { choices, sessions } = setUp()
  choices.anonymousSessions = 3
  const ids = Array.from({ length: 3 }, () => sessions.start(undefined).id)
  expect(ids.every((id) => sessions.find(id) !== undefined)).toBe(true)
})
