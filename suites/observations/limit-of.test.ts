import { expect, test } from 'vitest'
import { limitInWords, limitOf } from './limit-of.ts'

const words = { worked: 'it worked', failed: 'it failed', exact: 'fails' } as const

/** What works below ten, where some tries come later than they were to. */
const belowTen = (lateness: number[]) => async (value: number) => {
  const at = value + (lateness.shift() ?? 0)
  return at < 10 || { failedAt: at }
}

test('finds where something ends', async () => {
  const limit = await limitOf({ most: 100, usual: [], works: (value) => Promise.resolve(value < 10) })
  expect(limitInWords(limit, words)).toBe('10 s: it worked at 9 s, it failed at 10 s')
})

test('what failed because it came late is tried again', async () => {
  const works = belowTen([0, 0, 4, 3, 2, 2, 1])
  expect(await limitOf({ most: 60, usual: [8], works })).toEqual({ works: 9, fails: 10 })
})

test('where everything comes late, the limit is as wide as what was seen', async () => {
  const works = belowTen(Array.from({ length: 100 }, () => 3))
  const limit = await limitOf({ most: 60, usual: [], works })
  expect(limit.works).toBeLessThan(10)
  expect(limit.fails).toBeGreaterThanOrEqual(10)
  expect(limitInWords(limit, words)).toMatch(
    /^between \d s and 1\d s: .*nothing could be tried at \d+ s in time/,
  )
})
