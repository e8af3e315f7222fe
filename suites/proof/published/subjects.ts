import { readListedChanges } from '../self-test/listed-changes.ts'
import { referenceDeclaration } from '../self-test/reference-declaration.ts'

/** A server whose report is published, with the declaration used to judge it. */
export interface PublishedSubject {
  name: string
  declaration: object
}

const names = ['reference-server', 'jumpserver-1.4', 'jumpserver-1.5', 'jumpserver-2.28', 'jumpserver-3.10']

/**
 * Each server starts at the same moment. How long the suite waits for a code that begins with zeros depends on the date;
 * whether a token of a day is over, on the time of day.
 */
const startsAt = Date.parse('2026-01-05T10:00:00Z') / 1000
const fixedClock = ` --clock-offset $(( ${startsAt} - $(date +%s) ))`

/** Returns the reference server, and each of its variations that models a real version. */
export async function publishedSubjects(): Promise<PublishedSubject[]> {
  const { variations } = await readListedChanges()
  return names.map((name) => {
    const variation = variations.find((one) => one.name === name)
    const { mode = {}, declare = {} } = variation ?? {}
    const declaration = referenceDeclaration({ mode, declare, variations: variation ? [name] : [] })
    const { start } = declaration
    return { name, declaration: { ...declaration, start: { ...start, command: start.command + fixedClock } } }
  })
}
