import { expect, test } from 'vitest'
import { createGivenSeeds } from './given-seeds.ts'

// An attempt that may buy a token needs no failed login from the budget. A wrong answer here could lock the account.
test('a seed may buy a token for the one to whom it was given, and no one else', () => {
  const seeds = createGivenSeeds()
  seeds.given('seed', 'bob')
  expect(seeds.mayBuy('seed', 'bob', '123456')).toBe(true)
  expect(seeds.mayBuy('seed', 'cyd', '123456')).toBe(false)
  expect(seeds.mayBuy('made up', 'bob', '123456')).toBe(false)
})

test('neither the seed nor the code buys a second one', () => {
  const seeds = createGivenSeeds()
  for (const seed of ['one', 'two']) seeds.given(seed, 'bob')
  seeds.given('hers', 'cyd')
  seeds.spend('one', 'bob', '123456')
  expect(seeds.mayBuy('one', 'bob', '654321')).toBe(false)
  expect(seeds.mayBuy('two', 'bob', '123456')).toBe(false)
  expect(seeds.mayBuy('two', 'bob', '654321')).toBe(true)
  expect(seeds.mayBuy('hers', 'cyd', '123456')).toBe(true)
})

test('a seed that is given out again may buy another', () => {
  const seeds = createGivenSeeds()
  seeds.given('seed', 'bob')
  seeds.spend('seed', 'bob', '123456')
  seeds.given('seed', 'bob')
  expect(seeds.mayBuy('seed', 'bob', '654321')).toBe(true)
  expect(seeds.mayBuy('seed', 'bob', '123456')).toBe(false)
})

test('a seed is that of the account to which it was given last', () => {
  const seeds = createGivenSeeds()
  for (const name of ['bob', 'cyd']) seeds.given('seed', name)
  expect([seeds.ownerOf('seed'), seeds.ownerOf('made up')]).toEqual(['cyd', undefined])
})
