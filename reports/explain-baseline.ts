import type { Report, ReportedRequirement, RequirementBaseline } from './report.ts'

type Status = RequirementBaseline['status']

/** Worst first: a change breaks the build, a stale or expired entry needs its owner, a known one needs nobody. */
const STATUSES: readonly Status[] = ['changed', 'stale', 'expired', 'known']

/** What the baseline says about a requirement, in one line. */
export function explainBaseline({ status, reason, owner, expires }: RequirementBaseline): string {
  const lines: Record<Status, string> = {
    known: `known failure until ${expires}, owner ${owner}: ${reason}`,
    changed: `fails differently from its entry, so it counts as new (owner ${owner}: ${reason})`,
    stale: `stale: it passes now. ${owner} should remove the entry`,
    expired: `the entry expired on ${expires}. ${owner} should fix the failure or renew it (${reason})`,
  }
  return lines[status]
}

/** Entries of requirements that did not fail, which no failure would show. */
export function looseEntries({ requirements }: Report): { id: string; line: string }[] {
  return requirements.flatMap(({ id, verdict, baseline }) =>
    baseline === undefined || verdict === 'fail' ? [] : [{ id, line: explainBaseline(baseline) }],
  )
}

/** "1 changed, 2 known", preceded by the number of failures without an entry. Empty if no entry applies. */
export function baselineFigures({ requirements }: Report): string {
  const entries = requirements.flatMap(({ baseline }) => (baseline ? [baseline.status] : []))
  if (entries.length === 0) return ''
  const fresh = requirements.filter(({ verdict, baseline }) => verdict === 'fail' && !baseline).length
  const counts = STATUSES.map((status) => [entries.filter((one) => one === status).length, status] as const)
  return [[fresh, 'new'] as const, ...counts]
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}

/** True for a known failure, which needs no attention now. */
export const isKnown = ({ baseline }: ReportedRequirement): boolean => baseline?.status === 'known'
