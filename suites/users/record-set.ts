import { controlRejected, notListed } from '../../harness/client/grants.ts'
import { createHash } from 'node:crypto'
import type { Answer } from '../../harness/client/answer.ts'
import type { UserRecord } from '../../harness/facts/user-list.ts'
import { SetupFailed } from '../../harness/outcomes.ts'

/** Returns the records of an answer, to be compared as a set. @throws SetupFailed or NotDeclared if it lists none */
export function recordSet(answer: Answer): UserRecord[] {
  const records = notListed(answer)
  if (records instanceof Error) throw controlRejected(answer, records)
  return records
}

/**
 * True if two methods list the same users, with fields of the same names. The users are the same if a field that tells them
 * apart has the same values. Other values may differ: a cache may have kept what one method got before a login, and of two
 * servers that take turns each may have its own. Compares nothing that differs between two reads by one method.
 */
recordSet.alike = (one: UserRecord[][], other: UserRecord[][]): boolean => {
  const reads = [...one, ...other]
  if (reads.every((records) => records === reads[0])) return true
  const [one1, one2, other1, other2] = reads.map(compared) as [Compared, Compared, Compared, Compared]
  if (!sameUsers(one1, one2) || !sameUsers(other1, other2)) return true
  const areNamesSteady = one1.names === one2.names && other1.names === other2.names
  return sameUsers(one1, other1) && (!areNamesSteady || one1.names === other1.names)
}

interface Compared {
  names: string
  users: ReadonlyMap<string, string>
}

const compared = (records: readonly UserRecord[]): Compared => ({
  names: [...new Set(records.flatMap((record) => Object.keys(record)))].sort().join('\n'),
  users: telling(records),
})

const sameUsers = ({ users: one }: Compared, { users: other }: Compared) =>
  [...one].some(([path, digest]) => other.get(path) === digest)

/** Returns one digest of the values, in any order, for each field whose values differ in all records. */
function telling(records: readonly UserRecord[]): Map<string, string> {
  const values = new Map(leaves(records[0]).map(([path, value]) => [path, [value]]))
  for (const record of records.slice(1))
    for (const [path, value] of leaves(record)) values.get(path)?.push(value)
  const tellApart = [...values].filter(
    ([, all]) => all.length === records.length && new Set(all).size === all.length,
  )
  return new Map(tellApart.map(([path, all]) => [path, digestOf(all.sort().join('\n'))]))
}

/** Nobody nests the fields of a record deeper. */
const mostLevels = 20

/** Returns the paths and values of the fields of a record, those of its objects included. */
function leaves(value: unknown, path = '', levels = mostLevels): [path: string, value: string][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || levels === 0) return [[path, canonical(value)]]
  return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}\n${name}`, levels - 1))
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
