import { placesOfRecords } from './user-list.ts'

/** Nobody nests a list deeper. */
const mostLevels = 20

/**
 * Returns a list of bare usernames, of rows under a row of column names, or of objects that are each under a username, as one
 * of records: each text or row becomes an object. Anything else stays as it is: there must be no records, and one of these
 * users in the list.
 */
export function rowsAsRecords(body: object, usernames: ReadonlySet<string>): unknown {
  return placesOfRecords(body).length > 0 ? body : changed(body, usernames, mostLevels)
}

/** Copies an object only if one of its members changes: a hostile body may have a million. */
function changed(value: unknown, usernames: ReadonlySet<string>, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value
  const isUser = (item: unknown) => typeof item === 'string' && usernames.has(item)
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)
  if (Array.isArray(value)) {
    const items = value as unknown[]
    const areRows = items.every((item) => Array.isArray(item)) && items.some((row) => row.some(isUser))
    if (areRows) return items.map((row) => ({ ...(row as unknown[]) }))
    const areNames = items.every((item) => typeof item === 'string') && items.some(isUser)
    return areNames ? items.map((username) => ({ username })) : items
  }
  const members = value as Record<string, unknown>
  if (Object.keys(members).some(isUser) && Object.values(members).every(isObject))
    return Object.entries(members).map(([username, member]) => ({ username, ...(member as object) }))
  let copy: typeof members | undefined
  for (const key of Object.keys(members)) {
    const member = changed(members[key], usernames, levels - 1)
    if (member !== members[key]) (copy ??= { ...members })[key] = member
  }
  return copy ?? value
}
