import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { allowBrokenPipes, leaveProcess } from '../harness/cli/output.ts'
import { runCli } from '../harness/cli/program.ts'
import { catalogue, catalogueHash } from './catalogue/index.ts'
import { packageFolder } from '../harness/subject/package-folder.ts'

const { name, version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
  name: string
  version: string
}

allowBrokenPipes()
const exitCode = await runCli(
  {
    name,
    version,
    catalogueHash,
    requirements: new Map(Object.entries(catalogue.requirements)),
    openQuestions: new Map(Object.entries(catalogue.openQuestions)),
    excluded: Object.entries(catalogue.excluded).map(([id, { statement, source, excluded }]) => ({
      id,
      statement,
      quote: source.quote,
      reason: excluded,
    })),
    loadCases: async () => (await import('./all.ts')).cases,
    selfTest: async (options) => (await import('./self-test/self-test.ts')).selfTest(options),
    casesFile: new URL(`./run-cases.suite${extname(import.meta.url)}`, import.meta.url),
  },
  process.argv.slice(2),
)
await leaveProcess(exitCode)
