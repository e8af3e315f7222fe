import { texts } from './json-texts.ts'
import { once } from './once.ts'

/**
 * What an answer shows of the user list. The specification shows neither the list's shape nor its paging. So the place of
 * the records is learned from an answer to a valid request, and a rejection is an answer without records at that place.
 */

export type UserRecord = Record<string, unknown>

/**
 * Path of object keys to the records, which are an array or an object keyed by ID; `[]` if they are the whole body. Where it
 * goes through an array, such as one of groups, the records are those of all its items.
 */
export type Place = readonly string[]

/** How deep and at how many values to look for records. */
const mostLevels = 100
const mostValues = 10_000

/** The places of all records, the shallowest first. */
export const placesOfRecords = (body: unknown): readonly Place[] =>
  typeof body === 'object' && body !== null ? placesIn(body) : []

const placesIn = once((body: object): readonly Place[] => {
  const places: Place[] = []
  let level: { place: string[]; value: unknown }[] = [{ place: [], value: body }]
  let looked = 0
  for (let depth = 0; depth < mostLevels && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { place, value } of level) {
      if (recordsIn(value).length > 0) places.push(place)
      for (const key of keysOf(value)) {
        if (++looked > mostValues) break
        next.push({ place: [...place, key], value: under(value, key) })
      }
    }
    level = next
  }
  return places
})

/** True if records look like users: by the name of a field, or by a known username. */
export function looksLikeUsers(records: readonly UserRecord[], usernames: ReadonlySet<string>): boolean {
  return records.some(
    (record) =>
      hasUserField(record) || (usernames.size > 0 && texts(record).some((text) => usernames.has(text))),
  )
}

function hasUserField(record: UserRecord): boolean {
  for (const name in record) if (/^(user_?name|e-?mail|login)$/i.test(name)) return true
  return false
}

/** True if a body holds records of users, judging by the records alone. */
export const listsUsers = (body: unknown): boolean =>
  placesOfRecords(body).some((place) => nameUsers(recordsAt(body, place)))

const nameUsers = once((records: readonly UserRecord[]) => looksLikeUsers(records, new Set()))

export const fieldsOf = once((records: readonly UserRecord[]): ReadonlySet<string> => {
  const fields = new Set<string>()
  for (const record of records) for (const key in record) fields.add(key)
  return fields
})

/** True if a record is of the same kind as those with the known fields: at least half of its fields are among them. */
export function isAlike(record: UserRecord, known: ReadonlySet<string>): boolean {
  const keys = Object.keys(record)
  return keys.filter((key) => known.has(key)).length * 2 >= keys.length
}

export function recordsAt(body: unknown, place: Place): UserRecord[] {
  let value = body
  for (const key of place) value = under(value, key)
  return recordsIn(value)
}

/** The keys that may lead to records: of an array, those of its first item. */
const keysOf = (value: unknown): string[] => {
  const item: unknown = Array.isArray(value) ? value[0] : value
  return isObject(item) ? Object.keys(item) : []
}

/** What is under a key: of an array, the arrays that its items have there, as one. */
function under(value: unknown, key: string): unknown {
  if (isObject(value)) return Object.hasOwn(value, key) ? value[key] : undefined
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item) => (isObject(item) && Array.isArray(item[key]) ? (item[key] as unknown[]) : []))
}

const recordsIn = (value: unknown): UserRecord[] =>
  typeof value === 'object' && value !== null ? recordsOf(value) : []

const recordsOf = once((value: object): UserRecord[] => {
  // Records may be grouped in pages, as arrays within the array.
  const items: unknown[] = Array.isArray(value) ? value.flat(2) : keyed(value as UserRecord)
  return items.filter((item): item is UserRecord => isObject(item) && hasMember(item))
})

/** The members of an object of records, each under its ID: under a value of its own, or under numbered keys. */
function keyed(value: UserRecord): unknown[] {
  const keys = Object.keys(value)
  const items = Object.values(value)
  if (!items.every((item) => isObject(item))) return []
  const isNumbered = keys.length > 1 && keys.every((key) => /\d/.test(key))
  return isNumbered || items.every((item, index) => holdsOwnKey(item, keys[index])) ? items : []
}

const holdsOwnKey = (item: UserRecord, key: string | undefined) =>
  Object.values(item).some((own) => isScalar(own) && String(own) === key)

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

function hasMember(value: UserRecord): boolean {
  for (const _ in value) return true
  return false
}

function isObject(value: unknown): value is UserRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
