import type { Case } from '../../harness/engine/case/registry.ts'
import type { Catalogue, Requirement, Source } from '../../suites/catalogue/index.ts'
import type { ListedDefect } from '../../suites/proof/self-test/listed-changes.ts'
import { table, slugOf, type Page } from './page.ts'
import type { PublishedVerdicts } from './report-pages.ts'

/** What is known of the requirements, from everywhere. */
export interface Knowledge {
  catalogue: Catalogue
  cases: readonly Case[]
  defects: readonly ListedDefect[]
  published: readonly PublishedVerdicts[]
  /** Headings of the specification, as they stand there. */
  sections: readonly string[]
}

/** A page for each requirement: the rule, its words, how they were read, its cases, and the defects that prove it. */
export function requirementPages(known: Knowledge): Page[] {
  return Object.entries(known.catalogue.requirements).map(([id, requirement]) => ({
    path: `docs/requirements/${id}.md`,
    markdown: [...blocksOf(id, requirement, known)].join('\n\n'),
  }))
}

function* blocksOf(id: string, requirement: Requirement, known: Knowledge): Generator<string> {
  const { level, statement, reading, source, also = [] } = requirement
  yield `# ${id}`
  yield `**${level}** · ${statement}`
  yield '## In the specification'
  yield* [source, ...also].map((place) => quoted(place, known.sections))
  if (reading !== undefined) yield* ['## Reading', reading]

  const cases = known.cases.filter((each) => each.requirement === id)
  yield '## Cases'
  yield cases.map(caseLine).join('\n')
  yield `\`\`\`sh\nnpx conformance --only ${id}\n\`\`\``

  const questions = Object.entries(known.catalogue.openQuestions).filter(([, { shownWith = [] }]) =>
    shownWith.includes(id),
  )
  if (questions.length > 0)
    yield `Shown beside the verdict: ${questions.map(([question]) => `\`${question}\``).join(', ')}.`

  yield '## Defects that prove it'
  yield* defectBlocks(id, known.defects)
  yield* publishedBlocks(id, known.published)
}

/** A quote with a link to its place. */
function quoted({ section, quote }: Source, sections: readonly string[]): string {
  const heading = sections.find((each) => each.replace(/ \(.*\)$/, '') === section) ?? section
  return `> ${quote}\n>\n> [${section}](../../fixtures/specification.md#${slugOf(heading)})`
}

function caseLine({ title, changed, needs }: Case): string {
  const change = changed === undefined ? '' : ` _Changed:_ ${changed}.`
  const needed = needs.length === 0 ? '' : ` _Needs:_ ${needs.map((need) => `\`${need}\``).join(', ')}.`
  return `- ${title}.${change}${needed}`
}

function* defectBlocks(id: string, defects: readonly ListedDefect[]): Generator<string> {
  const caught = defects.filter(({ breaks }) => breaks.some(({ requirement }) => requirement === id))
  if (caught.length === 0) {
    yield 'None is planted for it.'
    return
  }
  const alone = caught.filter(({ breaks }) => breaks.length === 1)
  yield 'The [self-test](../proof.md) plants each of these in the reference server and sees this requirement fail. In bold: what breaks nothing else.'
  yield table(
    ['defect', 'what it does', 'breaks besides'],
    [...alone, ...caught.filter((each) => !alone.includes(each))].map(({ name, summary, breaks }) => [
      alone.some((each) => each.name === name) ? `**${name}**` : name,
      summary,
      breaks.flatMap(({ requirement }) => (requirement === id ? [] : [`\`${requirement}\``])).join(', '),
    ]),
  )
}

function* publishedBlocks(id: string, published: readonly PublishedVerdicts[]): Generator<string> {
  const judged = published.filter(({ verdicts }) => verdicts.has(id))
  if (judged.length === 0) return
  yield '## In published reports'
  yield table(
    ['server', 'verdict'],
    judged.map(({ name, verdicts }) => [
      `[${name}](../../reports/published/${name}.json)`,
      verdicts.get(id) ?? '',
    ]),
  )
}
