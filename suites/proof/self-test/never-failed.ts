import type { Case } from '../../../harness/engine/case/registry.ts'

type Proved = Pick<Case, 'id' | 'requirement' | 'phase' | 'race' | 'depth'>

/**
 * Returns the ids of the cases that failed in no run, so nothing shows that they can. In a server with others, another defect
 * may have kept a case from failing, so the defects of its requirement are judged alone first.
 *
 * Left out are complete test sets, which no run carries out, and what chance decides: races, and random sequences of steps, for
 * which it is enough that one of them fails.
 * @param failed the cases that failed; `judgeAlone` adds to them
 * @param judgeAlone judges each defect that breaks the requirement, in a server of its own
 */
export async function neverFailed(
  cases: readonly Proved[],
  failed: ReadonlySet<string>,
  judgeAlone: (requirement: string) => Promise<unknown>,
): Promise<string[]> {
  const judged = cases.filter(({ depth, race, phase }) => !depth && !race && phase !== 'sequences')
  const unproved = judged.filter(({ id }) => !failed.has(id))
  const requirements = new Set(unproved.map(({ requirement }) => requirement))
  await Promise.all(Array.from(requirements, judgeAlone))
  return unproved.filter(({ id }) => !failed.has(id)).map(({ id }) => id)
}
