import type { Report } from '../../../reports/report.ts'
import type { Case } from '../../engine/case/registry.ts'
import { declaredParts } from '../../subject/declaration/declared-parts.ts'
import { buildReport, type ReportInput } from '../../verdicts/build-report.ts'
import { measuredFor, observationsOf } from '../../verdicts/observations.ts'
import type { CaseResult } from '../../verdicts/results.ts'
import type { RunMask } from '../../verdicts/run-mask.ts'
import type { RunPlan } from './plan-run.ts'
import { replayLine, reproduceLine } from './reproduce.ts'
import type { Suite } from '../suite.ts'

/** What a run has brought to light. */
export interface RunOutcome extends Pick<
  ReportInput,
  'durationMs' | 'results' | 'summary' | 'subjectEnded' | 'notes'
> {
  baseUrl: string
  startedAt: Date
  chosen: readonly Case[]
  interrupted: boolean
  mask: RunMask
}

export function reportRun(suite: Suite, plan: RunPlan, outcome: RunOutcome): Report {
  const { options, narrowed, out, ids, part, set, baseline, spec } = plan
  const { chosen, results, summary, interrupted, mask } = outcome
  const { declaration, seed, runs } = spec
  const again = {
    options: { ...options, bundled: declaration.source.kind === 'bundled' },
    seed,
    runs,
    out,
    replayed: narrowed?.replayed,
  }
  const observations = observationsOf({
    questions: suite.openQuestions,
    summary: interrupted
      ? undefined
      : summary && { ...summary, observations: summary.observations.map(mask.observed) },
    observe: spec.observe === true,
    ...(spec.shard ? { shard: spec.shard } : {}),
  })
  /** Includes requirements of other shards if this shard has judged one of their cases. */
  const isHere = ([id]: [string, unknown]) =>
    ids.includes(id) || chosen.some((one) => one.requirement === id && isJudged(results.get(one.id)))
  return buildReport({
    suite: {
      name: suite.name,
      version: suite.version,
      catalogueHash: suite.catalogueHash(),
      requirementSet: set.name,
    },
    subject: {
      baseUrl: outcome.baseUrl,
      serverVersion: declaration.serverVersion ?? null,
      declared: declaredParts(declaration),
    },
    startedAt: outcome.startedAt.toISOString(),
    durationMs: outcome.durationMs,
    seed,
    runs,
    reproduce: reproduceLine(again),
    replayOf: (id) => replayLine(id, again),
    strict: options.strict,
    requireComplete: options.requireComplete,
    requirements: new Map([...set.judged].filter(isHere)),
    pending: new Map([...set.pending].filter(isHere)),
    chosen,
    results,
    summary,
    excluded: [...suite.excluded],
    observations,
    measured: measuredFor(suite.openQuestions, observations),
    notes: outcome.notes,
    baseline,
    ...(part ? { shard: part.shard } : {}),
    whole: narrowed === undefined && part === undefined && ids.length === suite.requirements.size,
    complete: !interrupted,
    subjectEnded: outcome.subjectEnded,
    mask,
  })
}

const isJudged = (result: CaseResult | undefined): boolean =>
  result !== undefined && result.leftOut === undefined
