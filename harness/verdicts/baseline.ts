import type { ReportedRequirement, RequirementBaseline } from '../../reports/report.ts'
import { fingerprintOf } from './fingerprint.ts'

/** A known failure of a subject. */
export interface BaselineEntry {
  requirement: string
  reason: string
  owner: string
  /** The last day on which the entry is valid, `2026-12-31`, in UTC. */
  expires: string
  fingerprint: string
}

export interface BaselineInput {
  entries: readonly BaselineEntry[]
  /** ISO 8601; decides which entries have expired. */
  startedAt: string
  /** False after `--only`, `--skip` or Ctrl-C: a pass in a partial run makes no entry stale. */
  whole: boolean
}

/** What the baseline says about a requirement of this run; undefined if it has no entry, or nothing can be said. */
export function compareWithBaseline(
  requirement: Pick<ReportedRequirement, 'id' | 'verdict' | 'cases'>,
  { entries, startedAt, whole }: BaselineInput,
): RequirementBaseline | undefined {
  const entry = entries.find((one) => one.requirement === requirement.id)
  if (!entry) return undefined
  const { reason, owner, expires, fingerprint } = entry
  const told = (status: RequirementBaseline['status']) => ({ status, reason, owner, expires })
  if (requirement.verdict === 'fail' && fingerprintOf(requirement) !== fingerprint) return told('changed')
  if (requirement.verdict === 'pass' && whole) return told('stale')
  if (hasExpired(entry, startedAt)) return told('expired')
  return requirement.verdict === 'fail' ? told('known') : undefined
}

export const hasExpired = ({ expires }: Pick<BaselineEntry, 'expires'>, at: string): boolean =>
  expires < at.slice(0, 10)

/** Entries of a baseline, and the id of every rule, for servers and for clients. */
export interface KnownFailures {
  entries: readonly BaselineEntry[]
  ids: ReadonlySet<string>
}

/** A note for each entry that names no rule; such a note decides the exit code. */
export const unknownNotes = ({ entries, ids }: KnownFailures): string[] =>
  entries
    .filter(({ requirement }) => !ids.has(requirement))
    .map(({ requirement }) => `baseline: ${requirement} is not a requirement; correct or remove its entry`)

export const isUnknownNote = (note: string): boolean => /^baseline: .* is not a requirement; /.test(note)
