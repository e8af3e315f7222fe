import { texts, recordsAt, tellingValues, type Place, type UserRecord } from './user-list.ts'
import type { Family } from './families.ts'

interface Known {
  place: Place
  telling: Set<string>
}

/** What the run has learned of the user list of each family, from answers to right requests. */
export function createKnownLists() {
  const known = new Map<Family, Known>()
  /** Texts that may stand in any answer: what we sent ourselves, and what answers without credentials say. */
  const innocent = new Set<string>()

  return {
    learn(family: Family, place: Place, records: readonly UserRecord[]): void {
      const telling = known.get(family)?.telling ?? new Set<string>()
      for (const text of tellingValues(records)) telling.add(text)
      known.set(family, { place, telling })
    },
    placeOf: (family: Family): Place | undefined => known.get(family)?.place,
    addInnocent(values: Iterable<string>): void {
      for (const value of values) innocent.add(value)
    },
    /** What of the list an answer gives away; undefined where nothing. */
    leak(family: Family, json: unknown, text: string): string | undefined {
      const list = known.get(family)
      if (!list) return undefined
      if (recordsAt(json, list.place).length > 0) return 'a record of a user'
      const words = json === undefined ? undefined : new Set(texts(json))
      for (const value of list.telling) {
        if (innocent.has(value)) continue
        if (words ? words.has(value) : standsAlone(text, value)) return 'the value of a user record'
      }
      return undefined
    },
  }
}

/** True where the value stands in the text with no letter or digit directly before or behind it. */
function standsAlone(text: string, value: string): boolean {
  const isWordy = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (!isWordy(text[at - 1]) && !isWordy(text[at + value.length])) return true
  }
  return false
}

export type KnownLists = ReturnType<typeof createKnownLists>
