import { expect, test } from 'vitest'
import type { Report, Verdict } from '../../reports/report.ts'
import { mostOfAll, stabilityNotes, stabilityOf } from './stability.ts'

test.each([
  // Without changes, the bound has a closed form; at least 59 runs are needed for 5 %.
  [0, 1, 0.95],
  [0, 58, 1 - 0.05 ** (1 / 58)],
  [0, 59, 1 - 0.05 ** (1 / 59)],
  [0, 299, 1 - 0.05 ** (1 / 299)],
  // Tables of Clopper-Pearson: the 95th percentile of Beta(changed + 1, times - changed).
  [1, 10, 0.3942],
  [2, 20, 0.2826],
  [5, 10, 0.7776],
  [10, 10, 1],
])('%i changes in %i runs: at most %f', (changed, times, bound) => {
  expect(mostOfAll(changed, times)).toBeCloseTo(bound, 4)
})

test('59 runs are the fewest that show under 5 %', () => {
  expect(mostOfAll(0, 58)).toBeGreaterThan(0.05)
  expect(mostOfAll(0, 59)).toBeLessThan(0.05)
})

const report = (verdict: Verdict) =>
  ({
    requirements: [
      {
        id: 'login.json',
        cases: [
          { id: 'login.json/a', verdict },
          { id: 'login.json/b', verdict: 'pass' },
        ],
      },
    ],
  }) as Report

test('a case with two verdicts is not stable, and the notes say how often each came', () => {
  const repeated = stabilityOf([report('pass'), report('fail'), report('pass')])
  expect(repeated).toEqual({
    times: 3,
    stableWithinPercent: 63.16,
    unstable: [{ case: 'login.json/a', verdicts: { pass: 2, fail: 1 }, changesWithinPercent: 86.46 }],
  })
  expect(stabilityNotes(repeated, 2)).toEqual([
    expect.stringContaining('judged 3 times with the same seed: 1 of 2 cases had one verdict each time'),
    expect.stringContaining(
      'not stable: login.json/a: pass 2×, fail 1×; another verdict comes in up to 86.46 %',
    ),
  ])
})
