import { closestWord } from '../subject/closest-word.ts'
import { UsageError } from '../subject/subject-error.ts'

export interface Selection {
  only: readonly string[]
  skip: readonly string[]
}

/** Topic of cases that only observe; no requirement has it. */
const observe = 'observe'

/** True if open questions are measured: in whole runs, or on request. */
export const selectsObservations = ({ only, skip }: Selection): boolean =>
  only.length + skip.length === 0 || (only.includes(observe) && !skip.includes(observe))

/**
 * Returns the requirements selected by `--only` and `--skip`, by id, topic or case id.
 * @throws UsageError if a word matches nothing, or no requirement is left
 */
export function selectRequirements(ids: readonly string[], { only, skip }: Selection): string[] {
  const topics = [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))]
  for (const word of [...only, ...skip]) {
    if (ids.includes(word) || topics.includes(word) || word === observe) continue
    const near = closestWord(word, [...ids, ...topics, observe])
    throw new UsageError(
      `there is no requirement or topic "${word}"; ${near === undefined ? '' : `did you mean ${near}? `}` +
        '"conformance list" shows them all',
    )
  }
  const named = (words: readonly string[]) => (id: string) =>
    words.includes(id) || words.includes(id.slice(0, id.indexOf('.')))
  const left = ids.filter((id) => (only.length === 0 || named(only)(id)) && !named(skip)(id))
  if (left.length === 0 && !selectsObservations({ only, skip }))
    throw new UsageError('--only and --skip leave nothing to judge; remove one of them')
  return left
}
