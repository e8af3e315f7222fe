import { expect, test } from 'vitest'
import { countingRandom, createChoices, someAccount, stillClock } from '../testing/fixture.ts'
import { createSeeds } from './seeds.ts'

function setUp() {
  const choices = createChoices()
  const clock = stillClock()
  return { choices, clock, seeds: createSeeds(choices, clock, countingRandom()) }
}

test('a seed is spent once', async () => {
  const { seeds } = setUp()
  const seed = seeds.issue(someAccount)
  expect(seeds.find(seed.text)?.username).toBe('mia')
  expect(await seeds.spend(seed)).toBe(true)
  expect(await seeds.spend(seed)).toBe(false)
  expect(seeds.find(seed.text)).toBeUndefined()
})

test('a seed lives 300 seconds, and is forgotten in the end', () => {
  const { clock, seeds } = setUp()
  const { text } = seeds.issue(someAccount)
  clock.advance({ seconds: 299.999 })
  expect(seeds.find(text)).toBeDefined()
  clock.advance({ seconds: 0.001 })
  expect(seeds.find(text)).toBeUndefined()
  clock.advance({ hours: 24 })
  seeds.issue(someAccount)
  expect(seeds.records.size).toBe(1)
})

test('a newer challenge leaves the older one good, unless the choice is otherwise', () => {
  const { choices, seeds } = setUp()
  const older = seeds.issue(someAccount)
  const newer = seeds.issue(someAccount)
  expect(newer.text).not.toBe(older.text)
  expect(seeds.find(older.text)).toBeDefined()
  choices.newChallengeVoidsOlder = true
  const other = seeds.issue({ ...someAccount, username: 'other' })
  expect(seeds.find(older.text)).toBeDefined()
  seeds.issue(someAccount)
  expect(seeds.find(older.text)).toBeUndefined()
  expect(seeds.find(newer.text)).toBeUndefined()
  expect(seeds.find(other.text)).toBeDefined()
})
