import { unknownWord } from '../../subject/closest-word.ts'
import type { CatalogueEntry } from '../../verdicts/build-report.ts'
import type { Suite } from '../suite.ts'

export interface ChosenSet {
  name: string
  /** The judged requirements, with the level that the set assigns to each. */
  judged: Map<string, CatalogueEntry>
  /** Requirements not in the set: shown, but without effect on the result. */
  pending: Map<string, CatalogueEntry>
}

/**
 * Splits the requirements of a run by a set; the newest set by default.
 * @throws UsageError if no set has that name
 */
export function chooseSet(
  { requirements, requirementSets }: Pick<Suite, 'requirements' | 'requirementSets'>,
  ids: readonly string[],
  named?: string,
): ChosenSet {
  const names = [...requirementSets.keys()]
  const name = named ?? names.at(-1) ?? ''
  const levels = requirementSets.get(name)
  if (!levels)
    throw unknownWord(
      'there is no set of requirements',
      name,
      names,
      `--requirements takes ${names.join(', ')}`,
    )
  const chosen: ChosenSet = { name, judged: new Map(), pending: new Map() }
  for (const [id, entry] of requirements) {
    if (!ids.includes(id)) continue
    const level = levels.get(id)
    if (level === undefined) chosen.pending.set(id, entry)
    else chosen.judged.set(id, { ...entry, level })
  }
  return chosen
}
