import { casesIn } from '../../reports/rules-in.ts'
import type { Repeated, Report, UnstableCase, Verdict } from '../../reports/report.ts'

/**
 * The exact (Clopper-Pearson) upper bound of the probability of a change, one-sided, at 95 % confidence: the highest one
 * at which 5 of 100 such series of runs would still have so few changes. Without any change, it is 1 - 0.05^(1/times).
 */
export function mostOfAll(changed: number, times: number): number {
  if (changed >= times) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (atMost(changed, times, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

/** The probability of at most `changed` changes, if each run changes with probability p. */
function atMost(changed: number, times: number, p: number): number {
  let term = (1 - p) ** times
  let sum = term
  for (let count = 1; count <= changed; count++) {
    term *= ((times - count + 1) / count) * (p / (1 - p))
    sum += term
  }
  return sum
}

const percent = (share: number): number => Math.round(share * 1e4) / 100

/** Which verdicts of several runs were not always the same, and how reliable the others are. */
export function stabilityOf(reports: readonly Report[]): Repeated {
  const verdicts = new Map<string, Verdict[]>()
  for (const report of reports)
    for (const { id, verdict } of casesIn(report)) verdicts.set(id, [...(verdicts.get(id) ?? []), verdict])
  const unstable = [...verdicts].flatMap(([id, all]): UnstableCase[] => {
    const counted = new Map<Verdict, number>()
    for (const verdict of all) counted.set(verdict, (counted.get(verdict) ?? 0) + 1)
    if (counted.size === 1) return []
    const changed = all.length - Math.max(...counted.values())
    return [
      {
        case: id,
        verdicts: Object.fromEntries(counted),
        changesWithinPercent: percent(mostOfAll(changed, all.length)),
      },
    ]
  })
  const times = reports.length
  return { times, stableWithinPercent: percent(mostOfAll(0, times)), unstable }
}

export function stabilityNotes({ times, stableWithinPercent, unstable }: Repeated, cases: number): string[] {
  const stable = cases - unstable.length
  return [
    `judged ${times} times with the same seed: ${stable} of ${cases} cases had one verdict each time; ` +
      `such a verdict changes in under ${stableWithinPercent} % of runs, at 95 % confidence`,
    ...unstable.map(
      ({ case: id, verdicts, changesWithinPercent }) =>
        `not stable: ${id}: ${Object.entries(verdicts)
          .map(([verdict, count]) => `${verdict} ${count}×`)
          .join(', ')}; another verdict comes in up to ${changesWithinPercent} % of runs, at 95 % confidence`,
    ),
  ]
}
