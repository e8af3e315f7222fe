import { interrupted } from '../../reports/rules-in.ts'
import type { CaseResult, RunSummary } from './results.ts'
import type { Observation, Report, ReportedCase, ReportedRequirement } from '../../reports/report.ts'
import { compareWithBaseline, unknownNotes, type KnownFailures } from './baseline.ts'
import { withoutExplained, type Chosen } from './explained.ts'
import { concludeFrom, exitCodeOf, totalsOf, verdictOf } from './fold.ts'
import { noMask, type RunMask } from './run-mask.ts'

/** What the report needs from the catalogue. */
export interface CatalogueEntry {
  level: 'must' | 'should'
  statement: string
  source: { section: string; quote: string }
  reading?: string
}

export interface ReportInput extends Pick<
  Report,
  'suite' | 'subject' | 'startedAt' | 'durationMs' | 'seed' | 'runs' | 'reproduce' | 'excluded' | 'notes'
> {
  strict: boolean
  requireComplete: boolean
  /** Requirements of this run by id, in order, without those left out by `--only` or `--skip`. */
  requirements: ReadonlyMap<string, CatalogueEntry>
  /** Requirements that the chosen set does not have: shown, but without effect on anything else. */
  pending?: ReadonlyMap<string, CatalogueEntry>
  chosen: readonly Chosen[]
  results: ReadonlyMap<string, CaseResult>
  summary: RunSummary | undefined
  observations: Observation[]
  /** Measured answers, by the id of the requirement with which they are shown. */
  measured?: ReadonlyMap<string, string>
  baseline?: KnownFailures | undefined
  /** False after `--only` or `--skip`. */
  whole: boolean
  shard?: Report['shard']
  complete: boolean
  /** How a server that the suite started ended by itself during the run. */
  subjectEnded?: string | undefined
  replayOf: (caseId: string) => string
  /** Absent if the report stays with us. */
  mask?: RunMask
}

/** Folds the results of a run into its report. */
export function buildReport(all: ReportInput): Report {
  const judged = all.chosen.filter(({ requirement }) => all.requirements.has(requirement))
  const { result: masked, line } = all.mask ?? noMask()
  const reported = new Map([...all.results].map(([id, result]) => [id, masked(result)]))
  const results = withoutExplained(judged, reported, {
    levelOf: (id) => all.requirements.get(id)?.level,
    counts: (result) => mayHaveListed(result, all),
  })
  const { subjectEnded } = all
  const input = {
    ...all,
    results,
    complete: all.complete && subjectEnded === undefined,
    isInterrupted: !all.complete,
  }
  const { strict, requireComplete, whole, complete, summary } = input
  const requirements = [...input.requirements].map(([id, entry]) => reportedRequirement(id, entry, input))
  const pending = [...(input.pending ?? [])].map(([id, entry]) => reportedRequirement(id, entry, input))
  const totals = totalsOf(requirements)
  const unknown = input.baseline ? unknownNotes(input.baseline) : []
  return {
    schemaVersion: '1.0',
    suite: input.suite,
    subject: input.subject,
    startedAt: input.startedAt,
    durationMs: input.durationMs,
    seed: input.seed,
    runs: input.runs,
    exchanges:
      summary?.exchanges ??
      requirements.flatMap(({ cases }) => cases).reduce((sum, one) => sum + one.exchanges, 0),
    exitCode: exitCodeOf(requirements, {
      strict,
      requireComplete,
      unknownEntries: unknown.length > 0,
      subjectEnded: subjectEnded !== undefined,
    }),
    conclusion: concludeFrom({ totals, strict, requireComplete, whole: whole && complete }),
    reproduce: input.reproduce,
    totals,
    requirements,
    ...(pending.length === 0 ? {} : { pending }),
    excluded: input.excluded,
    observations: input.observations,
    notes: [...input.notes, ...unknown, ...(summary?.notes ?? []).map(line), ...leftOutNotes(input)],
    clock: summary?.clock ?? { kind: 'none', aheadSeconds: 0 },
    ...(input.shard === undefined ? {} : { shard: input.shard }),
    ...(subjectEnded === undefined ? {} : { subjectEnded }),
    ...(subjectEnded === undefined || !summary?.cutOff.length
      ? {}
      : { cutOff: summary.cutOff.map((one) => ({ ...one, request: line(one.request) })) }),
    complete,
  }
}

function reportedRequirement(
  id: string,
  entry: CatalogueEntry,
  input: ReportInput & { isInterrupted: boolean },
): ReportedRequirement {
  const chosen = input.chosen.filter(({ requirement }) => requirement === id)
  const results = chosen.flatMap((one) => input.results.get(one.id) ?? [])
  const cases = results
    .filter((result) => result.leftOut === undefined)
    .map((result) => reportedCase(result, input))
  const told = (all: readonly CaseResult[]) =>
    all.flatMap((result) =>
      result.leftOut === undefined ? [] : [{ case: result.id, reason: result.leftOut }],
    )
  const skipped = told(results.filter((result) => result.skipped))
  const unrun = input.isInterrupted ? chosen.filter((one) => !input.results.has(one.id)) : []
  const leftOut = [
    ...told(results.filter((result) => !result.skipped)),
    ...unrun.map((one) => ({ case: one.id, reason: interrupted })),
  ]
  const { level, statement, source, reading } = entry
  const measured = input.measured?.get(id)
  const verdict = verdictOf({ cases, leftOut })
  const { baseline: { entries } = { entries: [] }, startedAt, whole, complete } = input
  const baseline = input.requirements.has(id)
    ? compareWithBaseline({ id, verdict, cases }, { entries, startedAt, whole: whole && complete })
    : undefined
  return {
    id,
    topic: id.slice(0, id.indexOf('.')),
    level,
    statement,
    quote: source.quote,
    section: source.section,
    ...(reading === undefined ? {} : { reading }),
    ...(measured === undefined ? {} : { measured }),
    verdict,
    ...(baseline === undefined ? {} : { baseline }),
    skipped,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    cases,
  }
}

/** One line per reason for cases that were left out, but not by a limit, so that nobody thinks they ran. */
function leftOutNotes({ results }: ReportInput): string[] {
  const byReason = new Map<string, CaseResult[]>()
  for (const result of results.values())
    if (result.leftOut && !result.skipped)
      byReason.set(result.leftOut, [...(byReason.get(result.leftOut) ?? []), result])
  return [...byReason].map(([reason, cases]) => `left out: ${namesOf(cases)}: ${reason}`)
}

/** Names a single case by its id, and several by their requirements, with the number of cases of each. */
function namesOf(cases: readonly CaseResult[]): string {
  const [only, ...others] = cases
  if (only && others.length === 0) return only.id
  const requirements = [...new Set(cases.map(({ requirement }) => requirement))]
  const numbered = requirements.map((id) => {
    const number = cases.filter(({ requirement }) => requirement === id).length
    return number === 1 ? id : `${id} (${number})`
  })
  return `${cases.length} cases of ${numbered.join(', ')}`
}

/** False if a 403 was judged for a user who was not shown, by any method, to be allowed to read the list. */
const mayHaveListed = ({ ifMayList }: CaseResult, { summary }: Pick<ReportInput, 'summary'>): boolean =>
  ifMayList === undefined || summary?.listed.includes(ifMayList) !== false

function reportedCase(result: CaseResult, { summary, replayOf }: ReportInput): ReportedCase {
  const {
    requirement: _,
    missing: __,
    leftOut: ___,
    skipped: ____,
    askedToWait: _____,
    ifMayList,
    ...rest
  } = result
  const replay = replayOf(result.id)
  if (mayHaveListed(result, { summary })) return { ...rest, replay }
  const message = `no method has shown that ${ifMayList} may list users: ${result.got}. Declare accounts that may, or mayList: false`
  return { ...rest, verdict: 'inconclusive', wanted: null, got: null, message, replay }
}
