import { controlRejected, notListed } from '../../harness/client/grants.ts'
import { createHash } from 'node:crypto'
import type { Answer } from '../../harness/client/answer.ts'
import { texts } from '../../harness/facts/json-texts.ts'
import type { UserRecord } from '../../harness/facts/user-list.ts'
import { SetupFailed } from '../../harness/outcomes.ts'

/** Returns the records of an answer, to be compared as a set. @throws SetupFailed or NotDeclared if it lists none */
export function recordSet(answer: Answer): UserRecord[] {
  const records = notListed(answer)
  if (records instanceof Error) throw controlRejected(answer, records)
  return records
}

/**
 * True if two methods list the same set to a user. Ignores fields whose values differ between two reads by one method; if
 * the reads still differ, nothing is compared. Of the user's own record, it compares only which fields have a value: one
 * may name the method of the request, or of the one before.
 */
recordSet.alike = (username: string, one: UserRecord[][], other: UserRecord[][]): boolean => {
  const [first] = one
  if ([...one, ...other].every((records) => records === first)) return true
  const unsteady = new Set([...unsteadyFields(one), ...unsteadyFields(other)])
  const sets = [...one, ...other].map((records) => {
    return setDigest(
      records.map((record) => (texts(record).includes(username) ? filledFields(record) : record)),
      unsteady,
    )
  })
  if (sets[0] !== sets[1] || sets[2] !== sets[3]) return true
  return sets[0] === sets[2]
}

/** Fields that differ between records at the same position of two reads. */
function unsteadyFields([first = [], second = []]: UserRecord[][]): ReadonlySet<string> {
  const unsteady = new Set<string>()
  for (const [index, record] of first.entries()) {
    for (const name of Object.keys(record))
      if (!unsteady.has(name) && canonical(record[name]) !== canonical(second[index]?.[name]))
        unsteady.add(name)
  }
  return unsteady
}

/** Returns a record with, for each field, whether it has a value. */
const filledFields = (record: UserRecord): UserRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value !== null && value !== '']))

/** Returns one digest for all records, whatever their order: as text, a long list would be long. */
function setDigest(records: readonly UserRecord[], unsteady: ReadonlySet<string>): string {
  const digests = records.map((record) => {
    const steady = Object.entries(record).filter(([name]) => !unsteady.has(name))
    return digestOf(canonical(steady.sort(([one], [other]) => (one < other ? -1 : 1))))
  })
  return digestOf(digests.sort().join())
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** @throws SetupFailed if a value is nested too deep to be compared */
function canonical(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw new SetupFailed('the records are nested too deep to be compared')
  }
}
