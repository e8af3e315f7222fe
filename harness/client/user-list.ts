/**
 * What an answer shows of the user list. The specification shows neither its shape nor its paging, so the place of the
 * records is learned from an answer to a right request, and a refusal is an answer without records at that place.
 */

export type UserRecord = Record<string, unknown>

/** Path of object keys to the array of records, `[]` where the array is the whole body. */
export type Place = readonly string[]

/** The place of the first array of records, searched level by level; undefined where there is none. */
export function placeOfRecords(body: unknown): Place | undefined {
  let level: { place: string[]; value: unknown }[] = [{ place: [], value: body }]
  for (let depth = 0; depth < 12 && level.length > 0; depth++) {
    const found = level.find(({ value }) => recordsIn(value).length > 0)
    if (found) return found.place
    level = level.flatMap(({ place, value }) =>
      isObject(value)
        ? Object.entries(value).map(([key, inner]) => ({ place: [...place, key], value: inner }))
        : [],
    )
  }
  return undefined
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
  return Array.isArray(value) ? value.filter((item) => isObject(item) && Object.keys(item).length > 0) : []
}

function isObject(value: unknown): value is UserRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The texts by which a record would be recognised in a refusal: of three characters or more, and standing in one
 * record only, since words that several records share (a role, a source) also stand in error messages.
 */
export function tellingValues(records: readonly UserRecord[]): Set<string> {
  const owners = new Map<string, number>()
  for (const record of records) {
    for (const text of new Set(texts(record))) owners.set(text, (owners.get(text) ?? 0) + 1)
  }
  return new Set([...owners].filter(([text, count]) => text.length >= 3 && count === 1).map(([text]) => text))
}

/** All strings in a JSON value. Numbers and truth values are left out: an error code may look like an id. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isObject(value) ? Object.values(value).flatMap(texts) : []
}
