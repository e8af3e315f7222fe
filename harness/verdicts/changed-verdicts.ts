import { casesIn } from '../../reports/rules-in.ts'
import type { Report, ReportedCase, Verdict } from '../../reports/report.ts'

type Judged = Pick<ReportedCase, 'verdict'>

const failing: readonly Verdict[] = ['fail', 'error']
const isFailing = ({ verdict }: Judged): boolean => failing.includes(verdict)
/** True for a case to judge again first: it failed, or could not be judged. */
export const isOpen = (one: Judged): boolean => isFailing(one) || one.verdict === 'inconclusive'

/** Compares the cases of the later report with those of an earlier one. */
export function changedVerdicts(before: Report | undefined, after: Report) {
  const earlier = before ? casesIn(before) : []
  const open = new Set(earlier.filter(isOpen).map(({ id }) => id))
  const failed = new Set(earlier.filter(isFailing).map(({ id }) => id))
  const cases = casesIn(after)
  return {
    fixed: cases.filter(({ id, verdict }) => verdict === 'pass' && open.has(id)),
    /** Cases that fail now, and passed or were not judged before. */
    newlyFailing: cases.filter((one) => isFailing(one) && !failed.has(one.id)),
    stillFailing: cases.filter((one) => isFailing(one) && failed.has(one.id)),
    /** Cases that could not be judged now, whatever they were before. */
    inconclusive: cases.filter(({ verdict }) => verdict === 'inconclusive'),
  }
}
