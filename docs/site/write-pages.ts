import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageFolder } from '../../harness/subject/files/package-folder.ts'
import { cases } from '../../suites/all.ts'
import { catalogue } from '../../suites/catalogue/index.ts'
import { readListedChanges } from '../../suites/proof/self-test/listed-changes.ts'
import { changePages } from './change-pages.ts'
import { GENERATED } from './places.ts'
import { publishedVerdicts } from './report-pages.ts'
import { requirementPages } from './requirement-pages.ts'
import { schemaPage } from './schema-page.ts'

/** The first half of `npm run docs:site`: writes the pages that are made from data. VitePress does the rest. */
const root = packageFolder()
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const changes = await readListedChanges()
const pages = [
  ...requirementPages({
    catalogue,
    cases: [...cases.values()],
    defects: changes.defects,
    published: publishedVerdicts(join(root, 'reports/published')),
    sections: [...read('fixtures/specification.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = '']) => heading,
    ),
  }),
  ...changePages(changes),
  schemaPage(read('reports/report.schema.json')),
]
rmSync(join(root, GENERATED), { recursive: true, force: true })
for (const { path, markdown } of pages) {
  const file = join(root, GENERATED, path.replace('docs/', ''))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${markdown}\n`)
}
