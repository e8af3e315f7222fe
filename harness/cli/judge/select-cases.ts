import { unknownWord } from '../../subject/closest-word.ts'
import { UsageError } from '../../subject/subject-error.ts'

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
export function selectRequirements(ids: readonly string[], selection: Selection): string[] {
  const topicOf = (id: string) => id.slice(0, id.indexOf('.'))
  const left = selectIds({ what: 'requirement', ids, topicOf, further: [observe] }, selection)
  if (left.length === 0 && !selectsObservations(selection)) throw new UsageError(nothingLeft)
  return left
}

export const nothingLeft = '--only and --skip leave nothing to judge; remove one of them'

/**
 * Returns the ids selected by id or topic.
 * @param all the ids, what they are, and further words that are allowed
 * @throws UsageError if a word matches nothing
 */
export function selectIds(
  all: { what: string; ids: readonly string[]; topicOf: (id: string) => string; further?: readonly string[] },
  { only, skip }: Selection,
): string[] {
  const { what, ids, topicOf, further = [] } = all
  const words = [...ids, ...new Set(ids.map(topicOf)), ...further]
  const unknown = [...only, ...skip].find((word) => !words.includes(word))
  if (unknown !== undefined)
    throw unknownWord(`there is no ${what} or topic`, unknown, words, '"conformance list" shows them all')
  const isIn = (named: readonly string[], id: string) => named.includes(id) || named.includes(topicOf(id))
  return ids.filter((id) => (only.length === 0 || isIn(only, id)) && !isIn(skip, id))
}
