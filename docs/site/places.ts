import { catalogue } from '../../suites/catalogue/index.ts'
import { slugOf } from './page.ts'

/** Where the generated pages are written, which git ignores. The site shows them as a part of `docs/`. */
export const GENERATED = 'docs/site/pages/'

/** The place of a Markdown file in the site: its own, but for generated pages and for a README, the index of its folder. */
export const placeOf = (file: string): string =>
  file.replace(GENERATED, 'docs/').replace(/(^|\/)README\.md$/, '$1index.md')

const { requirements, openQuestions, excluded } = catalogue

/** The entries of the catalogue by id, each with its place in the site. */
export const entries: ReadonlyMap<string, string> = new Map([
  ...Object.keys(requirements).map((id) => [id, `/docs/requirements/${id}.md`] as const),
  ...[...Object.keys(openQuestions), ...Object.keys(excluded)].map(
    (id) => [id, `/docs/requirements.md#${slugOf(id)}`] as const,
  ),
])
