import type { Report, ReportedCase, Verdict } from '../../reports/report.ts'

/** What became of cases since an earlier report. */
export interface ChangedVerdicts {
  fixed: ReportedCase[]
  /** They fail now, and did not, or were not judged. */
  newlyFailing: ReportedCase[]
  stillFailing: ReportedCase[]
}

const failing: readonly Verdict[] = ['fail', 'error', 'inconclusive']
export const isFailing = ({ verdict }: Pick<ReportedCase, 'verdict'>): boolean => failing.includes(verdict)

export const casesIn = ({ requirements, pending = [] }: Report): ReportedCase[] =>
  [...requirements, ...pending].flatMap(({ cases }) => cases)

/** Compares the cases that the later report holds. */
export function changedVerdicts(before: Report | undefined, after: Report): ChangedVerdicts {
  const failed = new Set(
    before
      ? casesIn(before)
          .filter(isFailing)
          .map(({ id }) => id)
      : [],
  )
  const cases = casesIn(after)
  return {
    fixed: cases.filter(({ id, verdict }) => verdict === 'pass' && failed.has(id)),
    newlyFailing: cases.filter((one) => isFailing(one) && !failed.has(one.id)),
    stillFailing: cases.filter((one) => isFailing(one) && failed.has(one.id)),
  }
}
