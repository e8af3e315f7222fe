import type { CaseResult } from '../cases/run-case.ts'

/** A case as it was chosen; `indistinctFrom` as in the registry. */
export interface Chosen {
  id: string
  requirement: string
  indistinctFrom?: readonly string[]
}

/**
 * The results, with those failures left out that another rule explains: a case over anything that may happen sees that
 * something is wrong, but can't tell two rules apart that are broken by the same answer. The case made for that one thing
 * can, and where it fails, the wider one says nothing more.
 */
export function withoutExplained(
  chosen: readonly Chosen[],
  results: ReadonlyMap<string, CaseResult>,
): ReadonlyMap<string, CaseResult> {
  const broken = new Set(
    chosen
      .filter(({ id, indistinctFrom }) => !indistinctFrom && results.get(id)?.verdict === 'fail')
      .map(({ requirement }) => requirement),
  )
  const left = new Map(results)
  for (const { id, indistinctFrom = [] } of chosen) {
    const result = results.get(id)
    const explanation = indistinctFrom.find((other) => broken.has(other))
    if (result?.verdict !== 'fail' || explanation === undefined) continue
    const leftOut = `what it found can't be told from the failure of ${explanation}; mend that first`
    left.set(id, { ...result, verdict: 'untested', leftOut })
  }
  return left
}
