import { expect, test } from 'vitest'
import { limitInWords, limitOf, withinOneSecond } from './limit-of.ts'

const words = { worked: 'it worked', failed: 'it failed', exact: 'fails' } as const

/** Works for values below ten; some tries come later than planned. */
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

test('a look that crosses into the next second is taken again, three times at most', async () => {
  const seenAt = async (times: number[]) => {
    let looks = 0
    const seen = await withinOneSecond(
      () => times.shift() ?? 0,
      () => Promise.resolve(++looks),
    )
    return seen
  }
  expect(await seenAt([1_200, 1_900])).toBe(1)
  expect(await seenAt([1_900, 2_000, 2_001, 2_500])).toBe(2)
  expect(await seenAt([1, 1_001, 2_001, 3_001, 4_001, 5_001, 6_001, 7_001, 8_001, 8_001])).toBe(4)
})
