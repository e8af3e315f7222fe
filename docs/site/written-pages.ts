import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  const sources = [...Object.keys(ELSEWHERE), ...inFolder('docs'), ...inFolder('docs/guides')]
  return sources
    .filter((source) => source !== REPLACED)
    .map((source) => ({
      source,
      path: ELSEWHERE[source] ?? pathOf(source),
      markdown: readFileSync(join(root, source), 'utf8'),
      ...(SHORT[source] === undefined ? {} : { short: SHORT[source] }),
    }))
}

/** `docs/guides/ci.md` becomes `guides/ci.html`, a README its folder's index. */
function pathOf(source: string): string {
  const below = source.replace(/^docs\//, '').replace(/\.md$/, '.html')
  return basename(below) === 'README.html' ? below.replace(/README\.html$/, 'index.html') : below
}
