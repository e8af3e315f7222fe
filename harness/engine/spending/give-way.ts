import type { Allowance } from '../../ledgers/allowance.ts'
import type { Case } from '../case/registry.ts'
import type { Owner, Rejection } from '../case/rejection.ts'

export type Ranked = Case & { rejects: Rejection }

export interface GiveWayInput {
  /** The cases that cause a rejection, the likeliest faults first. */
  ranked: readonly Ranked[]
  isPlanned: (id: string) => boolean
  nameOf: (of: Owner) => string | undefined
}

/**
 * Cases that find no room although most servers accept their request run all the same: if the server rejects it, a later
 * case of the same account gives way.
 */
export function createGivingWay({ ranked, isPlanned, nameOf }: GiveWayInput) {
  /** Which case gives way if the request with this allowance is rejected. */
  const pairs = new Map<Allowance, string>()
  const begun = new Set<string>()

  const givesWay = (id: string): boolean => [...pairs].some(([{ left }, later]) => left === 0 && later === id)

  const stays = ({ id, rejects }: Ranked): boolean => isPlanned(id) && !rejects.hopeful && !givesWay(id)

  /** The case that would give way; undefined if all that could have begun. */
  function laterThan(hopeful: Ranked): Ranked | undefined {
    const name = nameOf(hopeful.rejects.of)
    const mayGiveWay = ranked.filter(
      (one) => stays(one) && !begun.has(one.id) && nameOf(one.rejects.of) === name,
    )
    // If possible, no rule is left without a case.
    const hasOthers = ({ requirement }: Case) =>
      ranked.filter((one) => stays(one) && one.requirement === requirement).length > 1
    return mayGiveWay.findLast(hasOthers) ?? mayGiveWay.at(-1)
  }

  return {
    givesWay,
    begin(id: string): void {
      begun.add(id)
    },
    /** Finds a case that gives way to this one, once. Returns false if there is none. */
    pair(hopeful: Ranked, allowance: Allowance): boolean {
      if (pairs.has(allowance)) return true
      const later = laterThan(hopeful)
      if (later) pairs.set(allowance, later.id)
      return later !== undefined
    },
  }
}
