import type { Group, Page } from './page.ts'

// By the page's source; a folder takes all that stands below it. What nobody names goes to the last group.
const GROUPS: readonly [title: string, sources: readonly string[]][] = [
  ['Start', ['README.md', 'docs/reading-a-verdict.md', 'docs/glossary.md']],
  ['Guides', ['docs/guides/README.md', 'docs/guides/']],
  [
    'Reference',
    [
      'docs/declaration.md',
      'docs/exit-codes.md',
      'docs/runs.md',
      'docs/clock-protocol.md',
      'docs/baseline.md',
      'docs/reports.md',
      'docs/report.md',
      'docs/report-schema.md',
      'docs/depth.md',
      'docs/observations.md',
      'docs/reference-server.md',
      'docs/control-port.md',
      'docs/embedding.md',
    ],
  ],
  [
    'Requirements',
    [
      'fixtures/specification.md',
      'docs/annotated-specification.md',
      'docs/requirements.md',
      'docs/requirements/',
      'docs/open-questions.md',
      'docs/excluded.md',
      'docs/requirement-sets.md',
    ],
  ],
  [
    'Proof',
    [
      'docs/proof.md',
      'docs/defects.md',
      'docs/variations.md',
      'docs/kill-matrix.md',
      'docs/client-kill-matrix.md',
      'reports/published/README.md',
    ],
  ],
  ['Project', ['docs/design.md', 'CONTRIBUTING.md', 'CHANGELOG.md']],
]

/** The pages in the order in which they are read, by the groups of the menu. */
export function menuOf(pages: readonly Page[]): Group[] {
  const left = new Set(pages)
  const take = (wanted: (page: Page) => boolean): Page[] => {
    const taken = [...left].filter(wanted)
    for (const page of taken) left.delete(page)
    return taken
  }
  const groups = GROUPS.map(([title, sources]) => ({
    title,
    pages: sources.flatMap((source) =>
      take((page) => (source.endsWith('/') ? page.source.startsWith(source) : page.source === source)),
    ),
  }))
  groups.at(-1)?.pages.push(...left)
  return groups
}
