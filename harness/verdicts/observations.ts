import type { RunSummary } from './results.ts'
import type { Observation, Shard } from '../../reports/report.ts'

/** What the report needs from an open question. */
export interface OpenQuestionEntry {
  question: string
  source: { quote: string }
  /** Why it is never measured. */
  excluded?: string
  /** Ids of the requirements with which the answer is shown too. */
  shownWith?: readonly string[]
}

export interface ObservationsInput {
  questions: ReadonlyMap<string, OpenQuestionEntry>
  summary: RunSummary | undefined
  /** False if this run does not measure anything. */
  observe: boolean
  /** Present if other shards measure the rest. */
  shard?: Shard
}

/** One entry for every open question, with its answer or the reason why there is none. */
export function observationsOf({ questions, summary, observe, shard }: ObservationsInput): Observation[] {
  const measured = new Map(summary?.observations.map((one) => [one.id, one]))
  return [...questions].map(([id, { question, source, excluded }]) => {
    const entry = { id, question, quote: source.quote }
    if (excluded !== undefined) return { ...entry, answer: null, reason: excluded }
    const { answer = null, reason = unmeasured(summary, observe, shard) } = measured.get(id) ?? {}
    return answer === null ? { ...entry, answer, reason } : { ...entry, answer }
  })
}

/** The reason for questions that a shard leaves to the others. */
export const measuredElsewhere = 'another shard measures it'

function unmeasured(summary: RunSummary | undefined, observe: boolean, shard: Shard | undefined): string {
  if (!observe) return 'only measured in a run of the whole suite, or with --only observe'
  return summary === undefined
    ? 'the run was interrupted'
    : shard
      ? measuredElsewhere
      : 'nothing measures it yet'
}

/** The answers that are shown with requirements, by the requirements' ids. */
export function measuredFor(
  questions: ReadonlyMap<string, OpenQuestionEntry>,
  observations: readonly Observation[],
): Map<string, string> {
  return new Map(
    observations.flatMap(({ id, answer }) =>
      answer === null ? [] : (questions.get(id)?.shownWith ?? []).map((shown) => [shown, answer] as const),
    ),
  )
}
