import { readListedChanges } from '../self-test/listed-changes.ts'
import { referenceDeclaration } from '../self-test/reference-declaration.ts'

/** A server whose report is published, with the declaration used to judge it. */
export interface PublishedSubject {
  name: string
  declaration: object
}

const names = ['reference-server', 'jumpserver-1.4', 'jumpserver-1.5', 'jumpserver-2.28', 'jumpserver-3.10']

/** What a token that lives for a day answers depends on the time of day, so each server starts at ten o'clock (UTC). */
const atTen = ' --clock-offset $(( 36000 - $(date +%s) % 86400 ))'

/** Returns the reference server, and each of its variations that models a real version. */
export async function publishedSubjects(): Promise<PublishedSubject[]> {
  const { variations } = await readListedChanges()
  return names.map((name) => {
    const variation = variations.find((one) => one.name === name)
    const { mode = {}, declare = {} } = variation ?? {}
    const declaration = referenceDeclaration({ mode, declare, variations: variation ? [name] : [] })
    const { start } = declaration
    return { name, declaration: { ...declaration, start: { ...start, command: start.command + atTen } } }
  })
}
