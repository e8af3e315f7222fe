import { readListedChanges } from '../self-test/listed-changes.ts'
import { referenceDeclaration } from '../self-test/reference-declaration.ts'

/** A server whose report is published, with the declaration used to judge it. */
export interface PublishedSubject {
  name: string
  declaration: object
}

const names = ['reference-server', 'jumpserver-1.4', 'jumpserver-1.5', 'jumpserver-2.28', 'jumpserver-3.10']

/** Returns the reference server, and each of its variations that models a real version. */
export async function publishedSubjects(): Promise<PublishedSubject[]> {
  const { variations } = await readListedChanges()
  return names.map((name) => {
    const variation = variations.find((one) => one.name === name)
    if (!variation) return { name, declaration: referenceDeclaration({ mode: {} }) }
    const { mode, declare } = variation
    return { name, declaration: referenceDeclaration({ mode, declare, variations: [name] }) }
  })
}
