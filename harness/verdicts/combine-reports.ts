import { casesIn } from '../../reports/rules-in.ts'
import type { CaseResult } from './results.ts'
import type { Report, ReportedCase, ReportedRequirement } from '../../reports/report.ts'
import { compareWithBaseline, isUnknownNote, unknownNotes, type KnownFailures } from './baseline.ts'
import { combineNotes, isFault } from './combine-notes.ts'
import { withoutExplained, type Chosen } from './explained.ts'
import { concludeFrom, exitCodeOf, totalsOf, verdictOf, worst } from './fold.ts'
import { measuredElsewhere, measuredFor, type OpenQuestionEntry } from './observations.ts'

export interface CombineInput {
  /** The name of each report in notes: `shard 1/4`, `run 2`. */
  names: readonly string[]
  /** Ids of all requirements, in the order of the catalogue. */
  order: readonly string[]
  /** The cases, in order. A failure that another report's failure explains is left out, as in one run. */
  cases: readonly Chosen[]
  questions: ReadonlyMap<string, OpenQuestionEntry>
  strict: boolean
  requireComplete: boolean
  baseline?: KnownFailures | undefined
  reproduce: string
}

type Kind = 'requirements' | 'pending'
type Unrun = ReportedRequirement['skipped'][number]

/**
 * Combines several reports about one server. Merges requirements and cases by their ids: a case in several reports gets the
 * worst of its verdicts, and everything that follows from verdicts is decided again.
 */
export function combineReports(reports: readonly [Report, ...Report[]], input: CombineInput): Report {
  const [first] = reports
  const startedAt = reports.map((one) => one.startedAt).toSorted()[0] ?? first.startedAt
  const ends = reports.map((one) => Date.parse(one.startedAt) + one.durationMs)
  const observations = combineObservations(reports)
  const measured = measuredFor(input.questions, observations)
  const of = (kind: Kind) => requirementsOf(reports, kind, input, measured)
  const plain = of('requirements')
  const held = new Set([...plain, ...of('pending')].map(({ id }) => id))
  const complete = reports.every((one) => one.complete)
  const whole = complete && input.order.every((id) => held.has(id))
  const ended = reports.find((one) => one.subjectEnded !== undefined)
  const { baseline, strict, requireComplete } = input
  const requirements = plain.map((one) => {
    const told = baseline && compareWithBaseline(one, { entries: baseline.entries, startedAt, whole })
    return told ? { ...one, baseline: told } : one
  })
  const pending = of('pending')
  const totals = totalsOf(requirements)
  const unknown = baseline ? unknownNotes(baseline) : []
  const notes = combineNotes(
    reports.map((one, index) => ({ name: input.names[index] ?? '', notes: one.notes })),
    new Set(casesIn({ requirements, pending }).map(({ id }) => id)),
  ).filter((note) => !isUnknownNote(note))
  const exitCode = notes.some(isFault)
    ? 5
    : exitCodeOf(requirements, {
        strict,
        requireComplete,
        unknownEntries: unknown.length > 0,
        subjectEnded: ended !== undefined,
      })
  const { shard: _, pending: __, subjectEnded: ___, cutOff: ____, ...rest } = first
  return {
    ...rest,
    startedAt,
    durationMs: Math.max(...ends) - Date.parse(startedAt),
    exchanges: reports.reduce((sum, one) => sum + one.exchanges, 0),
    exitCode,
    conclusion: concludeFrom({ totals, strict, requireComplete, whole }),
    reproduce: input.reproduce,
    totals,
    requirements,
    ...(pending.length === 0 ? {} : { pending }),
    observations,
    notes: [...notes, ...unknown],
    clock: { ...first.clock, aheadSeconds: Math.max(...reports.map(({ clock }) => clock.aheadSeconds)) },
    ...(ended?.subjectEnded === undefined ? {} : { subjectEnded: ended.subjectEnded }),
    ...(ended?.cutOff === undefined ? {} : { cutOff: ended.cutOff }),
    complete,
  }
}

function requirementsOf(
  reports: readonly Report[],
  kind: Kind,
  { order, cases: known }: CombineInput,
  measured: ReadonlyMap<string, string>,
): ReportedRequirement[] {
  const parts = new Map<string, ReportedRequirement[]>()
  for (const report of reports)
    for (const one of report[kind] ?? []) parts.set(one.id, [...(parts.get(one.id) ?? []), one])
  const held = order.flatMap((id) => {
    const all = parts.get(id)
    return all ? [{ id, all, cases: worstOf(all.flatMap(({ cases }) => cases)) }] : []
  })
  const explained = explainedIn(held, known)
  const position = new Map(known.map(({ id }, index) => [id, index]))
  return held.flatMap(({ id, all, cases: any }) => {
    const [first] = all
    if (!first) return []
    const cases = any
      .filter((one) => !explained.has(one.id))
      .toSorted((one, other) => (position.get(one.id) ?? 0) - (position.get(other.id) ?? 0))
    const hidden = any.flatMap(({ id: one }) => {
      const reason = explained.get(one)
      return reason === undefined ? [] : [{ case: one, reason }]
    })
    /** Each case appears once: a limit may have skipped it in one run, and a failure explained it in another. */
    const told = new Set([...cases.map((one) => one.id), ...hidden.map((one) => one.case)])
    const untold = (unrun: readonly Unrun[]) => unrun.filter((one) => told.size < told.add(one.case).size)
    const skipped = untold(all.flatMap((one) => one.skipped))
    const left = [...hidden, ...untold(all.flatMap(({ leftOut = [] }) => leftOut))]
    const { measured: _, baseline: __, skipped: ___, leftOut: ____, cases: _____, ...head } = first
    const said = measured.get(id)
    return [
      {
        ...head,
        ...(said === undefined ? {} : { measured: said }),
        verdict: verdictOf({ cases, leftOut: left }),
        skipped,
        ...(left.length === 0 ? {} : { leftOut: left }),
        cases,
      },
    ]
  })
}

/** Keeps one result of each case: the first of the worst. */
function worstOf(all: readonly ReportedCase[]): ReportedCase[] {
  const byId = new Map<string, ReportedCase>()
  for (const one of all) {
    const known = byId.get(one.id)
    byId.set(one.id, known && worst(known.verdict, one.verdict) === known.verdict ? known : one)
  }
  return [...byId.values()]
}

/** Why cases are left out, by their id: a failure in another report explains theirs. */
function explainedIn(
  held: readonly { id: string; cases: readonly ReportedCase[]; all: readonly ReportedRequirement[] }[],
  known: readonly Chosen[],
): Map<string, string> {
  const results = new Map<string, CaseResult>(
    held.flatMap(({ id, cases }) => cases.map((one) => [one.id, { ...one, requirement: id }] as const)),
  )
  const levels = new Map(held.map(({ id, all }) => [id, all[0]?.level]))
  const left = withoutExplained(known, results, { levelOf: (id) => levels.get(id), counts: () => true })
  return new Map(
    [...left.values()].flatMap(({ id, leftOut }) => (leftOut === undefined ? [] : [[id, leftOut]])),
  )
}

/** Takes the first answer to each question, or the first reason of a report that was meant to measure it. */
function combineObservations(reports: readonly [Report, ...Report[]]): Report['observations'] {
  return reports[0].observations.map((one) => {
    const all = reports.flatMap(({ observations }) => observations.find(({ id }) => id === one.id) ?? [])
    return (
      all.find(({ answer }) => answer !== null) ??
      all.find(({ reason }) => reason !== measuredElsewhere) ??
      one
    )
  })
}
