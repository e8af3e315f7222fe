/**
 * What an answer shows of the user list. The specification shows neither its shape nor its paging, so the place of the
 * records is learned from an answer to a right request, and a refusal is an answer without records at that place.
 */

export type UserRecord = Record<string, unknown>

/** Path of object keys to the records, an array or an object that has each under its ID; `[]` where that is the whole body. */
export type Place = readonly string[]

/** The places of all records, the shallowest first. Arrays within arrays are not looked into. */
export function placesOfRecords(body: unknown): Place[] {
  const places: Place[] = []
  let level: { place: string[]; value: unknown }[] = [{ place: [], value: body }]
  for (let depth = 0; depth < 12 && level.length > 0; depth++) {
    places.push(...level.filter(({ value }) => recordsIn(value).length > 0).map(({ place }) => place))
    level = level.flatMap(({ place, value }) =>
      isObject(value)
        ? Object.entries(value).map(([key, inner]) => ({ place: [...place, key], value: inner }))
        : [],
    )
  }
  return places
}

/** True where records say that they are users: by the name of a field, or by a name that an account is known to have. */
export function looksLikeUsers(records: readonly UserRecord[], usernames: ReadonlySet<string>): boolean {
  return records.some(
    (record) =>
      Object.keys(record).some((key) => /^(user_?name|e-?mail|login)$/i.test(key)) ||
      texts(record).some((text) => usernames.has(text)),
  )
}

/** True where a body holds records of users, told by the records themselves. */
export const listsUsers = (body: unknown): boolean =>
  placesOfRecords(body).some((place) => looksLikeUsers(recordsAt(body, place), new Set()))

/** The names of all fields that records have. */
export const fieldsOf = (records: readonly UserRecord[]): ReadonlySet<string> =>
  new Set(records.flatMap((record) => Object.keys(record)))

/** True where a record is of the kind of those that have the known fields: at least half of its own are among them. */
export function isAlike(record: UserRecord, known: ReadonlySet<string>): boolean {
  const keys = Object.keys(record)
  return keys.filter((key) => known.has(key)).length * 2 >= keys.length
}

/** True where the body has an array somewhere that could be the list, though it holds no record. */
export function hasEmptyArray(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0
  return isObject(body) && Object.values(body).some(hasEmptyArray)
}

export function recordsAt(body: unknown, place: Place): UserRecord[] {
  let value = body
  for (const key of place) {
    if (!isObject(value)) return []
    value = value[key]
  }
  return recordsIn(value)
}

function recordsIn(value: unknown): UserRecord[] {
  const items = Array.isArray(value) ? value : isObject(value) ? keyedByOwnValue(value) : []
  return items.filter((item) => isObject(item) && Object.keys(item).length > 0)
}

/** The members of an object that has each under a value of its own, as an ID; none of any other object. */
function keyedByOwnValue(value: UserRecord): unknown[] {
  const isKeyed = Object.entries(value).every(
    ([key, item]) => isObject(item) && Object.values(item).some((own) => String(own) === key),
  )
  return isKeyed ? Object.values(value) : []
}

function isObject(value: unknown): value is UserRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The texts by which records would be recognised in a refusal. */
export interface Telling {
  /** One of them is enough: they look like an address, a number or an ID. */
  ids: ReadonlySet<string>
  /** Plain words of one record each; two of the same record are needed, since one may stand in any message. */
  words: readonly ReadonlySet<string>[]
}

/**
 * Of three characters or more, and standing in one record only, since words that several records share (a role, a
 * source) also stand in error messages. Points in time are left out, and so are short numbers: a refusal may tell the
 * time or its own code. Of a lone record nobody can say which words others would share.
 */
export function tellingValues(records: readonly UserRecord[]): Telling {
  const owners = new Map<string, number>()
  for (const record of records) {
    for (const text of new Set(texts(record))) owners.set(text, (owners.get(text) ?? 0) + 1)
  }
  const own = records.map((record) =>
    texts(record).filter((text) => text.length >= 3 && owners.get(text) === 1 && !isTime(text)),
  )
  return {
    ids: new Set(own.flat().filter(isId)),
    words: records.length < 2 ? [] : own.map((words) => new Set(words)),
  }
}

const isId = (text: string) => /@/.test(text) || (text.length >= 6 && /\d/.test(text))
const isTime = (text: string) => /^\d{4}-\d\d-\d\d|\d\d:\d\d/.test(text)

/** All strings in a JSON value. Numbers and truth values are left out: an error code may look like an id. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isObject(value) ? Object.values(value).flatMap(texts) : []
}
