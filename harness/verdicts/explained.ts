import type { CaseResult } from './results.ts'
import type { Level } from '../../reports/report.ts'

/** Start of the reason why a failure was left out; the requirement whose failure explains it follows. */
export const foundButHidden = "what it found can't be told apart from the failure of "

/** A chosen case; `indistinctFrom` as in the registry. */
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
 * Returns the results without the failures that another rule explains. A wide case sees that something is wrong, but can't
 * distinguish two rules that the same answer breaks. A case made for one of them can, and if it fails, the wide one adds
 * nothing. The failure that explains has at least the level of the one that is left out, so no run gets a better exit code.
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
