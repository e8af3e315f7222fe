import {
  fieldsOf,
  isAlike,
  looksLikeUsers,
  placesOfRecords,
  recordsAt,
  tellingValues,
  texts,
  type Place,
  type Telling,
  type UserRecord,
} from './user-list.ts'
import type { Family } from './families.ts'

interface Known {
  /** More than one where the shape depends on the query. */
  places: readonly Place[]
  telling: Telling[]
  /** Fields of the records as first seen, by which others are known to be of their kind. */
  fields: ReadonlySet<string>
  /** The records as last read: most reads get the same again, which tell nothing more. */
  last: string
}

/** What the run has learned of the user list of each family, from answers to right requests. */
export function createKnownLists(usernames: ReadonlySet<string>) {
  const known = new Map<Family, Known>()
  /** What each list answers without credentials: arrays that stand there too are no list, unless of users. */
  const anonymous = new Map<Family, unknown>()
  /** Texts that may stand in any answer: what we sent ourselves, and what answers without credentials say. */
  const innocent = new Set<string>(usernames)

  return {
    /** The records that a right request got, and where; learns both. Undefined where there are none. */
    read(family: Family, json: unknown): UserRecord[] | undefined {
      const { places = [], telling = [], fields, last } = known.get(family) ?? {}
      const place = places.find((one) => recordsAt(json, one).length > 0) ?? choosePlace(family, json)
      if (!place) return undefined
      const records = recordsAt(json, place)
      const text = JSON.stringify(records)
      if (text === last && places.includes(place)) return records
      known.set(family, {
        places: places.includes(place) ? places : [...places, place],
        telling: addTelling(telling, tellingValues(records)),
        fields: fields ?? fieldsOf(records),
        last: text,
      })
      return records
    },
    isKnown: (family: Family): boolean => known.has(family),
    addInnocent(values: Iterable<string>): void {
      for (const value of values) innocent.add(value)
    },
    sawAnonymous: (family: Family, json: unknown): void => void anonymous.set(family, json),
    /** What of the list an answer gives away; undefined where nothing. */
    leak(family: Family, json: unknown, text: string): string | undefined {
      const list = known.get(family)
      if (!list) return undefined
      const isRecord = (record: UserRecord) => isAlike(record, list.fields)
      if (list.places.some((place) => recordsAt(json, place).some(isRecord))) return 'a record of a user'
      const words = json === undefined ? undefined : new Set(texts(json))
      const stands = (value: string) =>
        !innocent.has(value) && (words ? words.has(value) : standsAlone(text, value))
      const gives = list.telling.some(
        ({ ids, words: records }) =>
          [...ids].some(stands) || records.some((record) => [...record].filter(stands).length >= 2),
      )
      if (gives) return 'the value of a user record'
      return undefined
    },
    /** True where a text that is no JSON, as a page for people, tells two addresses, numbers or IDs of users. */
    tells(family: Family, text: string): boolean {
      const ids = new Set(known.get(family)?.telling.flatMap((one) => [...one.ids]))
      return [...ids].filter((id) => !innocent.has(id) && standsAlone(text, id)).length >= 2
    },
  }

  /** Arrays of errors look like lists: those that come without credentials too count only if they hold users. */
  function choosePlace(family: Family, json: unknown): Place | undefined {
    const places = placesOfRecords(json)
    const ofUsers = places.find((place) => looksLikeUsers(recordsAt(json, place), usernames))
    if (ofUsers) return ofUsers
    const idle = anonymous.get(family)
    return places.find(
      (place) => !recordsAt(json, place).some((record) => isAlike(record, fieldsOf(recordsAt(idle, place)))),
    )
  }
}

/** Most reads tell the same again; of those that tell more, the last few are kept. */
function addTelling(known: Telling[], more: Telling): Telling[] {
  const key = ({ ids, words }: Telling) => JSON.stringify([[...ids], words.map((set) => [...set])])
  return known.some((one) => key(one) === key(more)) ? known : [...known.slice(-4), more]
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
