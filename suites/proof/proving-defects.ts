import type { ProvingDefect } from '../../harness/cli/suite.ts'
import { clientDefects } from '../client/proof/defects/index.ts'
import { placeOfDefect } from './place-of-defect.ts'
import { readListedChanges } from './self-test/listed-changes.ts'

/** Returns the planted defects that prove a requirement; those that break nothing else come first. */
export async function provingDefects(id: string): Promise<ProvingDefect[]> {
  const known = id.startsWith('client.')
    ? clientDefects.map(({ name, breaks }) => ({ name, breaks: breaks.map(String) }))
    : (await readListedChanges()).defects.map(({ name, breaks }) => ({
        name,
        breaks: breaks.map(({ requirement }) => requirement),
      }))
  return known
    .filter(({ breaks }) => breaks.includes(id))
    .map(({ name, breaks }) => ({ name, alone: breaks.length === 1, place: placeOfDefect(name) }))
    .toSorted((one, other) => Number(other.alone) - Number(one.alone))
}
