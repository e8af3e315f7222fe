import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { linkedFiles } from './linked-files.ts'
import type { Page } from './page.ts'

const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'CONTRIBUTING.md': 'contributing.html',
  'CHANGELOG.md': 'changelog.html',
  'fixtures/specification.md': 'specification.html',
  'reports/published/README.md': 'published/index.html',
}
const SHORT: Readonly<Record<string, string>> = {
  'README.md': 'Start',
  'docs/report.md': 'Report fields',
  'docs/observations.md': 'Observations',
  'docs/depth.md': 'Depth',
  'docs/baseline.md': 'Baseline',
  'fixtures/specification.md': 'Specification',
}
/** Of this one, the site makes a page per requirement. */
const REPLACED = 'docs/requirements.md'

/** The Markdown that people write, from all over the repository. */
export function writtenPages(root: string): Page[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`)
  const pages = new Map<string, Page>()
  const add = (source: string): void => {
    if (source === REPLACED || pages.has(source)) return
    const page = {
      source,
      path: ELSEWHERE[source] ?? pathOf(source),
      markdown: readFileSync(join(root, source), 'utf8'),
      ...(SHORT[source] === undefined ? {} : { short: SHORT[source] }),
    }
    pages.set(source, page)
    // What stands elsewhere in the repository comes along where a page links to it.
    for (const file of linkedFiles(root, page)) if (file.endsWith('.md')) add(file)
  }
  for (const source of [...Object.keys(ELSEWHERE), ...inFolder('docs'), ...inFolder('docs/guides')])
    add(source)
  return [...pages.values()]
}

/** `docs/guides/ci.md` becomes `guides/ci.html`, a README its folder's index. */
function pathOf(source: string): string {
  const below = source.replace(/^docs\//, '').replace(/\.md$/, '.html')
  return basename(below) === 'README.html' ? below.replace(/README\.html$/, 'index.html') : below
}
