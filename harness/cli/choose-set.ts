import { closestWord } from '../subject/closest-word.ts'
import { UsageError } from '../subject/subject-error.ts'
import type { CatalogueEntry } from '../verdicts/build-report.ts'
import type { Suite } from './suite.ts'

export interface ChosenSet {
  name: string
  /** What is judged, with the level that the set gives it. */
  judged: Map<string, CatalogueEntry>
  /** What the set does not have: shown, without a part in anything. */
  pending: Map<string, CatalogueEntry>
}

/**
 * Parts the requirements of a run by a set: the newest unless one is named.
 * @throws UsageError where no set has that name
 */
export function chooseSet(
  { requirements, requirementSets }: Pick<Suite, 'requirements' | 'requirementSets'>,
  ids: readonly string[],
  named?: string,
): ChosenSet {
  const names = [...requirementSets.keys()]
  const name = named ?? names.at(-1) ?? ''
  const levels = requirementSets.get(name)
  if (!levels) {
    const near = closestWord(name, names)
    throw new UsageError(
      `there is no set of requirements "${name}"; ${near ? `did you mean ${near}? ` : ''}--requirements takes ${names.join(', ')}`,
    )
  }
  const chosen: ChosenSet = { name, judged: new Map(), pending: new Map() }
  for (const [id, entry] of requirements) {
    if (!ids.includes(id)) continue
    const level = levels.get(id)
    if (level === undefined) chosen.pending.set(id, entry)
    else chosen.judged.set(id, { ...entry, level })
  }
  return chosen
}
