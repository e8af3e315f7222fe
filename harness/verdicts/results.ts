import type { CutOffRequest, Report, ReportedCase } from '../../reports/report.ts'

/** A case's result before it is folded into the report: text from the subject is not masked yet. */
export interface CaseResult extends Omit<ReportedCase, 'replay'> {
  requirement: string
  /** For `untested`: the declaration's field that would change that. */
  missing?: string
  /** The failure counts only if some method has shown that this user may read the list. */
  ifMayList?: string
  /** Why the case was left out; the report then lists it in its notes, or as skipped by its requirement. */
  leftOut?: string
  /** A declared limit left it out. */
  skipped?: true
  /** The server kept asking to come back later, and nothing else is wrong. */
  askedToWait?: true
}

/** The result of one measurement: an answer, or why there is none. Text from the subject is not masked yet. */
export interface Observed {
  id: string
  answer: string | null
  reason?: string
}

/** What the worker returns about the run as a whole, besides the results of its cases. */
export interface RunSummary extends Pick<Report, 'exchanges' | 'clock' | 'notes'> {
  /** Every secret that the run knows, for the search before anything is written. Only kept in memory. */
  secrets: { value: string; label: string }[]
  /** The most recent secrets that the run has forgotten, to mask what the subject printed and for the search. */
  recentSecrets: { value: string; label: string }[]
  /** Users who were shown, by some method, to be allowed to read the list. */
  listed: string[]
  /** The last requests that the subject left unanswered; if the subject ended, one of them may be the reason. */
  cutOff: CutOffRequest[]
  /** Results for the open questions that the run tried to measure. */
  observations: Observed[]
  /** Why the subject could not be reached; then nothing ran. */
  unreachable?: string
  /** What is wrong in the declaration, with the field and the fix; then nothing ran. */
  misdeclared?: string
}
