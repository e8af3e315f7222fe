import type { Level } from '../../reports/report.ts'
import type { CaseResult } from '../engine/run-case.ts'

/** With this begins why a failure was left out; whose failure explains it follows. */
export const foundButHidden = "what it found can't be told apart from the failure of "

/** A case as it was chosen; `indistinctFrom` as in the registry. */
export interface Chosen {
  id: string
  requirement: string
  indistinctFrom?: readonly string[]
}

export interface Weighing {
  /** Level of a requirement of this run. */
  levelOf: (requirement: string) => Level | undefined
  /** False for a failure that the report shows as inconclusive: it explains nothing. */
  counts: (result: CaseResult) => boolean
}

/**
 * The results, with those failures left out that another rule explains: a case over anything that may happen sees that
 * something is wrong, but can't tell two rules apart that are broken by the same answer. The case made for that one thing
 * can, and where it fails, the wider one says nothing more. What explains weighs as much as what is left out, so that no
 * run gets a better exit code by it.
 */
export function withoutExplained(
  chosen: readonly Chosen[],
  results: ReadonlyMap<string, CaseResult>,
  { levelOf, counts }: Weighing,
): ReadonlyMap<string, CaseResult> {
  const fails = (id: string) => {
    const result = results.get(id)
    return result?.verdict === 'fail' && counts(result)
  }
  const broken = new Set(
    chosen
      .filter(({ id, indistinctFrom }) => !indistinctFrom && fails(id))
      .map(({ requirement }) => requirement),
  )
  const left = new Map(results)
  for (const { id, requirement, indistinctFrom = [] } of chosen) {
    const result = results.get(id)
    const explanation = indistinctFrom.find(
      (other) => broken.has(other) && (levelOf(other) === 'must' || levelOf(requirement) === 'should'),
    )
    if (result?.verdict !== 'fail' || explanation === undefined) continue
    const leftOut = `${foundButHidden}${explanation}; fix that first`
    left.set(id, { ...result, verdict: 'untested', leftOut })
  }
  return left
}
