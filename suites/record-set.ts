import { notListed } from '../harness/cases/expect.ts'
import type { Answer } from '../harness/client/answer.ts'
import type { UserRecord } from '../harness/client/user-list.ts'
import { SetupFailed } from '../harness/verdicts/outcomes.ts'

/** The records of an answer, for comparison as a set. @throws SetupFailed where it lists none */
export function recordSet(answer: Answer): UserRecord[] {
  const records = notListed(answer)
  if (records instanceof Error) throw new SetupFailed(`a right request was refused: ${answer.said}`)
  return records
}

/**
 * True where two methods list the same set, less what differs between two reads by one method: fields whose values
 * change from read to read are left out, and where even so two reads differ, nothing is compared.
 */
recordSet.alike = (one: UserRecord[][], other: UserRecord[][]): boolean => {
  const unsteady = new Set([...unsteadyFields(one), ...unsteadyFields(other)])
  const texts = [...one, ...other].map((records) => setText(records, unsteady))
  if (texts[0] !== texts[1] || texts[2] !== texts[3]) return true
  return texts[0] === texts[2]
}

/** Fields that differ between records at the same position of two reads. */
function unsteadyFields([first = [], second = []]: UserRecord[][]): string[] {
  return first.flatMap((record, index) =>
    Object.keys(record).filter(
      (name) => JSON.stringify(record[name]) !== JSON.stringify(second[index]?.[name]),
    ),
  )
}

function setText(records: UserRecord[], unsteady: ReadonlySet<string>): string {
  const steady = records.map((record) =>
    Object.entries(record)
      .filter(([name]) => !unsteady.has(name))
      .sort(),
  )
  return JSON.stringify(steady.map((record) => JSON.stringify(record)).sort())
}
