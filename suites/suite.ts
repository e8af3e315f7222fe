import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Suite } from '../harness/cli/suite.ts'
import { packageFolder } from '../harness/subject/files/package-folder.ts'
import { catalogue, catalogueHash } from './catalogue/index.ts'
import { clientSuite } from './client/suite.ts'
import { placeOfRule } from './catalogue/place-of-rule.ts'
import { readRequirementSets } from './catalogue/requirement-sets.ts'

const { name, version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
  name: string
  version: string
}

/** The catalogue, the cases and the self-test, in the form the command line needs. */
export const suite: Suite = {
  name,
  version,
  catalogueHash,
  requirements: new Map(Object.entries(catalogue.requirements)),
  requirementSets: readRequirementSets(),
  openQuestions: new Map(Object.entries(catalogue.openQuestions)),
  excluded: Object.entries(catalogue.excluded).map(([id, { statement, source, excluded }]) => ({
    id,
    statement,
    quote: source.quote,
    reason: excluded,
  })),
  client: clientSuite,
  loadCases: async () => (await import('./all.ts')).cases,
  selfTest: async (options) => (await import('./proof/self-test/self-test.ts')).selfTest(options),
  placeOfRule,
  provingDefects: async (id) => await (await import('./proof/proving-defects.ts')).provingDefects(id),
  casesFile: new URL(`./run-cases.suite${extname(import.meta.url)}`, import.meta.url),
}
