import { texts } from './json-texts.ts'
import { once } from './once.ts'
import { rowsAsRecords } from './rows-as-records.ts'
import { createFinder, givesAway, isId, tellingValues, type Telling } from './telling-values.ts'
import {
  fieldsOf,
  isAlike,
  looksLikeUsers,
  placesOfRecords,
  recordsAt,
  type Place,
  type UserRecord,
} from './user-list.ts'
import type { Family } from './families.ts'

interface Known {
  /** True if the records are bare names or rows, as no other list is. */
  areRows: boolean
  /** More than one if the shape depends on the query. */
  places: readonly Place[]
  telling: Telling[]
  /** Fields of the first records seen, to recognise others of their kind. */
  fields: ReadonlySet<string>
  /** Records that were read: most reads get the same ones again, from which there is nothing to learn. */
  read: WeakSet<readonly UserRecord[]>
  hadLarge: boolean
}

/** Records that a list answers without credentials. */
interface Idle {
  place: Place
  fields: ReadonlySet<string>
  areUsers: boolean
}

/** A list with more records is large. Learning what gives it away takes long and much memory, so this is done only once. */
const largeList = 5000

/** What the run has learned of the user list of each family, from answers to valid requests. */
export function createKnownLists(usernames: ReadonlySet<string>) {
  const known = new Map<Family, Known>()
  /** What each list answers without credentials. Arrays with such records are not the list, unless they are of users. */
  const anonymous = new Map<Family, Idle[]>()
  /** Texts that any response may contain: what we sent, and what responses to requests without credentials contain. */
  const innocent = new Set<string>(usernames)
  const shaped = once((body: object) => rowsAsRecords(body, usernames))
  const asRecords = (json: unknown) => (typeof json === 'object' && json !== null ? shaped(json) : json)
  const areUsers = once((records: readonly UserRecord[]) => looksLikeUsers(records, usernames))

  return {
    /** Returns the records that a valid request got; learns them and their place. Undefined if there are none. */
    read(family: Family, body: unknown): UserRecord[] | undefined {
      const json = asRecords(body)
      const places = known.get(family)?.places ?? []
      const place = places.find((one) => recordsAt(json, one).length > 0) ?? choosePlace(family, json)
      if (!place) return undefined
      const records = recordsAt(json, place)
      const list = known.get(family) ?? createKnown(records, json !== body)
      // An array of errors looks like a list, and a rejection may be a 200.
      if (!areUsers(records) && !records.some((record) => isAlike(record, list.fields))) return undefined
      known.set(family, list)
      if (list.read.has(records) && list.places.includes(place)) return records
      list.read.add(records)
      if (!list.places.includes(place)) list.places = [...list.places, place]
      learn(list, records)
      return records
    },
    isKnown: (family: Family): boolean => known.has(family),
    addInnocent(values: Iterable<string>): void {
      for (const value of values) innocent.add(value)
    },
    sawAnonymous(family: Family, body: unknown): void {
      const json = asRecords(body)
      const places = placesOfRecords(json)
      anonymous.set(
        family,
        places.map((place) => {
          const records = recordsAt(json, place)
          return { place, fields: fieldsOf(records), areUsers: areUsers(records) }
        }),
      )
    },
    /** What an answer gives away of the list; undefined if nothing. The text is only needed if the answer is not JSON. */
    leak(family: Family, json: unknown, text: string | (() => string)): string | undefined {
      const list = known.get(family)
      if (!list) return undefined
      const isRecord = (record: UserRecord) => isAlike(record, list.fields)
      const shown = list.areRows ? asRecords(json) : json
      if (list.places.some((place) => recordsAt(shown, place).some(isRecord))) return 'a user record'
      const words = json === undefined ? undefined : wordsOf(json)
      const whole = words ? '' : typeof text === 'string' ? text : text()
      const gives = list.telling.some((telling) =>
        givesAway(telling, guilty(words ?? finderOf(telling)(whole))),
      )
      return gives ? 'the value of a user record' : undefined
    },
    /** True if a text that is not JSON, such as a web page, shows at least two addresses, numbers or IDs of users. */
    tells(family: Family, text: string): boolean {
      const ids = new Set<string>()
      for (const telling of known.get(family)?.telling ?? [])
        for (const word of guilty(finderOf(telling)(text))) if (isId(word)) ids.add(word)
      return ids.size >= 2
    },
  }

  function* guilty(words: Iterable<string>): Generator<string> {
    for (const word of words) if (!innocent.has(word)) yield word
  }

  /**
   * Arrays of errors look like lists, so an array that also comes without credentials only counts if it holds users. So do
   * arrays of groups of users, if they also come without credentials, and without users: then their users count.
   */
  function choosePlace(family: Family, json: unknown): Place | undefined {
    const places = placesOfRecords(json)
    const idle = anonymous.get(family) ?? []
    const idleAt = (place: Place) => idle.find((one) => isSamePlace(one.place, place))
    const isIdle = (place: Place) => {
      const fields = idleAt(place)?.fields ?? noFields
      return recordsAt(json, place).some((record) => isAlike(record, fields))
    }
    const ofUsers = places.find(
      (place) => areUsers(recordsAt(json, place)) && (idleAt(place)?.areUsers || !isIdle(place)),
    )
    return ofUsers ?? places.find((place) => !isIdle(place))
  }
}

const noFields: ReadonlySet<string> = new Set()
const isSamePlace = (one: Place, other: Place) =>
  one.length === other.length && one.every((key, index) => key === other[index])

const tellingOf = once(tellingValues)
const finderOf = once(createFinder)
const wordsIn = once((json: object) => texts(json))

const wordsOf = (json: unknown): readonly string[] =>
  typeof json === 'object' && json !== null ? wordsIn(json) : texts(json)

const createKnown = (records: readonly UserRecord[], areRows: boolean): Known => ({
  areRows,
  places: [],
  telling: [],
  fields: fieldsOf(records),
  read: new WeakSet(),
  hadLarge: false,
})

/** Learns what gives records away. Keeps the last few results that differ, but only the first of a large list. */
function learn(list: Known, records: readonly UserRecord[]): void {
  const isLarge = records.length > largeList
  if (isLarge && list.hadLarge) return
  const more = tellingOf(records)
  if (isLarge) {
    list.hadLarge = true
    list.telling = [more]
  } else if (!list.telling.some((one) => one.numbers.isSame(more.numbers)))
    list.telling = [...list.telling.slice(-4), more]
}

export type KnownLists = ReturnType<typeof createKnownLists>
