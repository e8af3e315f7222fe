import { families, listPath, type Family } from '../../facts/families.ts'
import { NotSupported } from '../../outcomes.ts'
import type { Run } from '../../run/run.ts'

/** What the subject has of the two path families. */
export function createFamilySteps(run: Run) {
  const steps = {
    listFamilies: (): Family[] => families.filter((family) => run.support.list[family]),
    /** The older list if the subject has it, otherwise the newer one. */
    listFamily: (): Family => (run.support.list['users-v1'] ? 'users-v1' : 'v1'),
    hasLogin: (family: Family): boolean => run.support.login[family],
    /** The request target of a list, as sent; after a redirect that was followed, its target. */
    listTarget: (family: Family): string => {
      const path = run.wire.prefix + listPath[family]
      return run.redirects.get(path) ?? path
    },
    /** @throws NotSupported if the subject has one list only */
    bothLists(): [Family, Family] {
      if (steps.listFamilies().length < 2) throw new NotSupported('the subject has one user list only')
      if (steps.listTarget('users-v1') === steps.listTarget('v1'))
        throw new NotSupported('both path families lead to the same list')
      return ['users-v1', 'v1']
    },
  }
  return steps
}
