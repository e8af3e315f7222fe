import type { Conclusion, Level, ReportedRequirement, Totals, Verdict } from '../../reports/report.ts'
import { interrupted } from '../../reports/rules-in.ts'
import { totalsIn } from '../../reports/words.ts'
import { foundButHidden } from './explained.ts'

const worstFirst: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass', 'untested', 'not-applicable']

/** A requirement's verdict: the worst of its cases; `untested` before `not-applicable` if none ran. */
export function foldCases(verdicts: readonly Verdict[]): Verdict {
  return worstFirst.find((verdict) => verdicts.includes(verdict)) ?? 'untested'
}

/** A requirement's verdict. If an interruption left cases unjudged, those that ran don't make it a pass. */
export function verdictOf({ cases, leftOut = [] }: Pick<ReportedRequirement, 'cases' | 'leftOut'>): Verdict {
  const folded = foldCases(cases.map(({ verdict }) => verdict))
  const isOpen = leftOut.some(({ reason }) => reason === interrupted)
  return isOpen && (folded === 'pass' || folded === 'not-applicable') ? 'untested' : folded
}

export const worst = (one: Verdict, other: Verdict): Verdict => foldCases([one, other])

export function totalsOf(
  requirements: readonly Pick<ReportedRequirement, 'level' | 'verdict'>[],
): Record<Level, Totals> {
  const of = (level: Level) => totalsIn(requirements.filter((one) => one.level === level))
  return { must: of('must'), should: of('should') }
}

export interface Judgement {
  totals: Record<Level, Totals>
  /** A failed `should` counts as a violation. */
  strict: boolean
  /** An untested `must` counts as incomplete, and so does one with skipped cases. */
  requireComplete: boolean
  /** False after `--only` or `--skip`, and if the run was interrupted or the server ended during it. */
  whole: boolean
}

/** What the run says about the subject as a whole. */
export function concludeFrom({ totals, strict, whole }: Judgement): Conclusion {
  if (totals.must.fail > 0 || (strict && totals.should.fail > 0)) return 'not-conformant'
  const { pass, 'not-applicable': free } = totals.must
  const all = Object.values(totals.must).reduce((sum, count) => sum + count, 0)
  return whole && pass > 0 && pass + free === all ? 'conformant' : 'partial'
}

/** What decides the exit code besides the verdicts. */
export interface ExitOptions extends Pick<Judgement, 'strict' | 'requireComplete'> {
  /** The baseline has entries that name no requirement. */
  unknownEntries?: boolean
  /** The server ended before the run did, so the rest could not be judged. */
  subjectEnded?: boolean
}

/** The exit code of a run that was carried out; 2 and 6 are decided elsewhere. Known failures don't count. */
export function exitCodeOf(
  requirements: readonly Pick<
    ReportedRequirement,
    'level' | 'verdict' | 'cases' | 'baseline' | 'skipped' | 'leftOut'
  >[],
  { strict, requireComplete, unknownEntries = false, subjectEnded = false }: ExitOptions,
): 0 | 1 | 3 | 4 | 5 {
  const some = (verdict: Verdict) =>
    requirements.some(({ cases }) => cases.some((one) => one.verdict === verdict))
  const { must, should } = totalsOf(requirements)
  const violations = requirements.filter(
    ({ level, verdict, baseline }) =>
      verdict === 'fail' && (level === 'must' || strict) && !accepted.includes(baseline?.status),
  )
  if (some('error')) return 5
  if (violations.length > 0) return 1
  if (unknownEntries || requirements.some(({ baseline }) => outdated.includes(baseline?.status))) return 4
  const judged = must.pass + must.fail + should.pass + should.fail
  // A known failure may hide a new finding.
  const open =
    must.untested > 0 ||
    requirements.some(
      ({ level, skipped, leftOut = [], baseline }) =>
        level === 'must' &&
        (skipped.length > 0 ||
          (!accepted.includes(baseline?.status) &&
            leftOut.some(({ reason }) => reason.startsWith(foundButHidden)))),
    )
  // Inconclusive cases of a requirement with a known failure are known too.
  const isOpen = requirements.some(
    ({ cases, baseline }) =>
      !accepted.includes(baseline?.status) && cases.some(({ verdict }) => verdict === 'inconclusive'),
  )
  const incomplete = subjectEnded || isOpen || (requireComplete && open)
  return incomplete || judged === 0 ? 3 : 0
}

type Status = NonNullable<ReportedRequirement['baseline']>['status'] | undefined
/** The entry describes this very failure. If it has expired, its owner has to act, not the subject's author. */
const accepted: readonly Status[] = ['known', 'expired']
const outdated: readonly Status[] = ['stale', 'expired']
