import { isKnown } from './explain-baseline.ts'
import type { Report } from './report.ts'
import { count, wasInterrupted } from './words.ts'

/**
 * The exit code with its reason, if the conclusion doesn't already say it: "3: cases of 2 rules are inconclusive". Empty for 0,
 * 1 and an interrupted run.
 */
export function explainExit(report: Report): string {
  if (wasInterrupted(report)) return ''
  const why: Readonly<Record<number, string>> = {
    3: incomplete(report),
    4: 'the baseline is stale',
    5: 'the suite itself failed',
  }
  const reason = why[report.exitCode]
  return reason === undefined ? '' : `${report.exitCode}: ${reason}`
}

function incomplete({ subjectEnded, requirements, totals: { must, should } }: Report): string {
  if (subjectEnded !== undefined) return 'the run was not finished'
  const open = requirements.filter(
    (one) => !isKnown(one) && one.cases.some(({ verdict }) => verdict === 'inconclusive'),
  )
  if (open.length > 0) return `cases of ${count(open.length, 'rule')} are inconclusive`
  if (must.pass + must.fail + should.pass + should.fail === 0) return 'nothing was judged'
  return 'not every must was judged in full, as --require-complete demands'
}
