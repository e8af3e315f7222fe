import { casesIn } from '../../reports/rules-in.ts'
import type { Report, ReportedCase, Verdict } from '../../reports/report.ts'

/** How cases have changed since an earlier report. */
export interface ChangedVerdicts {
  fixed: ReportedCase[]
  /** Cases that fail now, and passed or were not judged before. */
  newlyFailing: ReportedCase[]
  stillFailing: ReportedCase[]
}

const failing: readonly Verdict[] = ['fail', 'error', 'inconclusive']
export const isFailing = ({ verdict }: Pick<ReportedCase, 'verdict'>): boolean => failing.includes(verdict)

/** Compares the cases of the later report with those of an earlier one. */
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
