import fc from 'fast-check'
import { expect, test } from 'vitest'
import { search } from './search.ts'

const options = { seed: 7, runs: 200, concurrency: 4, limitMs: 10_000 }
const tooBig = async (input: number) => (input >= 1000 ? `${input} is too big` : undefined)

test('finds the smallest input that fails', async () => {
  const { failure } = await search(fc.nat(), options, tooBig)
  expect(failure).toMatchObject({ input: 1000, failed: '1000 is too big' })
  expect(failure?.shrinks).toBeGreaterThan(0)
})

test('the same seed finds the same, however many are tried at once', async () => {
  const one = await search(fc.nat(), { ...options, concurrency: 1 }, tooBig)
  const many = await search(fc.nat(), { ...options, concurrency: 16 }, tooBig)
  expect(many.failure).toEqual(one.failure)
})

test('seed and path make the input again, and nothing else', async () => {
  const { failure } = await search(fc.nat(), options, tooBig)
  const tried: number[] = []
  const again = await search(fc.nat(), { ...options, replay: { path: failure!.path } }, async (input) => {
    tried.push(input)
    return await tooBig(input)
  })
  expect(tried).toEqual([1000])
  expect(again.failure?.input).toBe(1000)
})

test('tries as many inputs as asked, no more than so many at once', async () => {
  let inFlight = 0
  let most = 0
  const { runs, failure } = await search(fc.nat(), options, async () => {
    most = Math.max(most, ++inFlight)
    await new Promise((resolve) => setImmediate(resolve))
    inFlight--
    return undefined
  })
  expect({ runs, failure, most }).toEqual({ runs: 200, failure: undefined, most: 4 })
})

test('what a probe throws ends the search', async () => {
  let tries = 0
  const broken = search(fc.nat(), { ...options, concurrency: 1 }, async () => {
    tries++
    throw new Error('no answer')
  })
  await expect(broken).rejects.toThrow('no answer')
  expect(tries).toBe(1)
})

test('a failure found before is told although shrinking is cut short', async () => {
  let failed = 0
  const { failure } = await search(fc.nat(), { ...options, concurrency: 1 }, async (input) => {
    if (failed === 2) throw new Error('the budget is spent')
    if (input < 1000) return undefined
    failed++
    return 'too big'
  })
  expect(failure?.failed).toBe('too big')
})

test('what fails once only is told as it was seen', async () => {
  let hasFailed = false
  const { failure } = await search(fc.nat(), options, async (input) => {
    if (input < 1000 || hasFailed) return undefined
    hasFailed = true
    return 'too big'
  })
  expect(failure).toMatchObject({ failed: 'too big', shrinks: 0 })
})

test('a failure that can not be tried again stands', async () => {
  let hasFailed = false
  const { failure } = await search(fc.nat(), { ...options, concurrency: 1 }, async (input) => {
    if (hasFailed) throw new Error('the budget is spent')
    hasFailed = input >= 1000
    return await tooBig(input)
  })
  expect(failure).toMatchObject({ shrinks: 0, failed: expect.stringMatching('is too big') })
})
