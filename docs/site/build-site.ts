import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../../suites/catalogue/index.ts'
import { cases } from '../../suites/all.ts'
import { readListedChanges } from '../../suites/proof/self-test/listed-changes.ts'
import { createAddresses } from './addresses.ts'
import { changePages } from './change-pages.ts'
import { brokenLinks } from './check-links.ts'
import { layout } from './layout.ts'
import { linkedFiles } from './linked-files.ts'
import { menuOf } from './menu.ts'
import { openPages } from './open-pages.ts'
import type { Page } from './page.ts'
import { publishedVerdicts } from './published-verdicts.ts'
import { requirementPages, requirementsIndex } from './requirement-pages.ts'
import { schemaPage } from './schema-page.ts'
import { entriesOf, searchIndex } from './search-index.ts'
import { slugOf, toHtml } from './to-html.ts'
import { writtenPages } from './written-pages.ts'

/**
 * The documentation as a site: paths below its root, with what they hold. It needs no server and no network.
 * @param root the repository
 * @throws Error where a link leads nowhere
 */
export async function buildSite(root: string): Promise<Map<string, string | Uint8Array>> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const pages = await allPages(root, read)
  const assets = assetsOf(root, pages)
  const own = pages.filter(({ source }) => source.startsWith('docs/requirements/'))
  const open = Object.keys(catalogue.openQuestions).map(
    (id) => [id, `requirements/open-questions.html#${slugOf(id)}`] as const,
  )
  const excluded = Object.keys(catalogue.excluded).map(
    (id) => [id, `requirements/excluded.html#${slugOf(id)}`] as const,
  )
  const anchors = new Map([
    ...own.map(({ short = '', path }) => [short, path] as const),
    ...open,
    ...excluded,
  ])
  const addresses = createAddresses(pages, assets, anchors)
  const rendered = new Map(
    pages.map((page) => [
      page,
      toHtml(page.markdown, {
        link: (href) => addresses.link(page, href),
        word: (code) => addresses.word(page, code),
      }),
    ]),
  )

  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string }
  const titleOf = (page: Page): string => page.short ?? rendered.get(page)?.title ?? ''
  const frame = { name, version, menu: menuOf(pages), titleOf }
  const files = new Map<string, string | Uint8Array>([
    ...[...rendered].map(([page, content]) => [page.path, layout(page, content, frame)] as const),
    ...[...assets].map(
      ([source, path]) =>
        [path, source.endsWith('.png') ? readFileSync(join(root, source)) : read(source)] as const,
    ),
    ...['site.css', 'site.js'].map(
      (file) => [`assets/${file}`, readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')] as const,
    ),
    ['assets/search-index.js', searchIndex([...rendered].flatMap((each) => entriesOf(...each)))],
  ])
  const broken = brokenLinks(files)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  return files
}

async function allPages(root: string, read: (path: string) => string): Promise<Page[]> {
  const changes = await readListedChanges()
  const known = {
    catalogue,
    cases: [...cases.values()],
    defects: changes.defects,
    published: publishedVerdicts(join(root, 'reports/published')),
    sections: [...read('fixtures/specification.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = '']) => heading,
    ),
  }
  return [
    ...writtenPages(root),
    requirementsIndex(known),
    ...requirementPages(known),
    ...openPages(known),
    ...changePages(changes),
    schemaPage(read('reports/report.schema.json')),
  ]
}

/** Files that pages link to, and where they stand in the site. */
function assetsOf(root: string, pages: readonly Page[]): Map<string, string> {
  const others = pages.flatMap((page) => linkedFiles(root, page)).filter((file) => !file.endsWith('.md'))
  const published = readdirSync(join(root, 'reports/published')).filter((file) => !file.endsWith('.md'))
  return new Map([
    ...others.map((file) => [file, `source/${file}`] as const),
    ['LICENSE', 'LICENSE.txt'],
    ['reports/report.schema.json', 'report.schema.json'],
    ['fixtures/conformance.schema.json', 'conformance.schema.json'],
    ...published.map((file) => [`reports/published/${file}`, `published/${file}`] as const),
  ])
}
