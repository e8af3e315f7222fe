import { clientTopics, type ClientRequirement } from '../client/catalogue/index.ts'
import { topicOf } from './index.ts'
import type { Catalogue, Excluded, OpenQuestion, Requirement, Source } from './index.ts'

/** Renders the catalogue as one Markdown page: requirements by topic, then open questions and exclusions. */
export function renderRequirementsPage({ requirements, openQuestions, excluded }: Catalogue): string {
  const rules = Object.entries(requirements)
  const topics = [...new Set(rules.map(([id]) => topicOf(id)))]
  const count = (level: string) => rules.filter(([, rule]) => rule.level === level).length
  const blocks = [
    '# Requirements',
    'Made from `suites/catalogue/` by `npm run docs:requirements`: change it there.',
    `${count('must')} requirements are a **must**: the specification states them. ${count('should')} are a **should**: ` +
      'they follow by a reading, or from the draft on HTTP signatures. ' +
      `${Object.keys(openQuestions).length} open questions are never judged, and ` +
      `${Object.keys(excluded).length} sentences are excluded with a reason.`,
    'The [annotated specification](annotated-specification.md) shows which entries come from which sentence.',
    ...topics.flatMap((topic) => [
      `## ${topic}`,
      ...rules.filter(([id]) => topicOf(id) === topic).flatMap(([id, rule]) => requirementBlocks(id, rule)),
    ]),
    ...clientBlocks(),
    '## Open questions',
    'Where the specification is silent, a report says what the server does.',
    ...Object.entries(openQuestions).flatMap(([id, entry]) => openBlocks(id, entry)),
    '## Excluded',
    'Nothing outside the server can show whether these are kept or broken.',
    ...Object.entries(excluded).flatMap(([id, entry]) => excludedBlocks(id, entry)),
  ]
  return blocks.join('\n\n') + '\n'
}

/** The rules for clients, by topic. */
export const clientBlocks = (): string[] => [
  '## Rules for clients',
  `What the specification asks of a client, judged by \`conformance client\` ([guide](guides/judge-your-client.md)): ` +
    `${clientCount('must')} rules are a **must**, ${clientCount('should')} a **should**. ` +
    'The [kill matrix](client-kill-matrix.md) shows which planted defects each of them catches.',
  ...Object.entries(clientTopics).flatMap(([topic, all]) => [
    `## client: ${topic}`,
    ...Object.entries(all as Record<string, ClientRequirement>).flatMap(([id, rule]) => [
      ...requirementBlocks(id, rule),
      `_To trigger it:_ ${rule.trigger}`,
    ]),
  ]),
]

const clientCount = (level: string): number =>
  Object.values(clientTopics)
    .flatMap((rules) => Object.values(rules as Record<string, ClientRequirement>))
    .filter((rule) => rule.level === level).length

function requirementBlocks(id: string, { level, statement, reading, ...rest }: Requirement): string[] {
  return [`### ${id}`, `**${level}** – ${statement}`, ...quotes(rest), ...labelled('Reading', reading)]
}

function openBlocks(id: string, { question, reading, excluded, ...rest }: OpenQuestion): string[] {
  return [
    `### ${id}`,
    question,
    ...quotes(rest),
    ...labelled('Reading', reading),
    ...labelled('Not measured', excluded),
  ]
}

function excludedBlocks(id: string, { statement, excluded, ...rest }: Excluded): string[] {
  return [`### ${id}`, statement, ...quotes(rest), ...labelled('Reason', excluded)]
}

function quotes({ source, also = [] }: { source: Source; also?: readonly Source[] }): string[] {
  return [source, ...also].map(({ section, quote }) => `> ${quote}\n>\n> — ${section}`)
}

function labelled(label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`_${label}:_ ${text}`]
}
