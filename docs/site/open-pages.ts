import type { Page } from './page.ts'
import { quoted } from './requirement-pages.ts'
import type { Knowledge } from './requirement-pages.ts'

/** What is measured and never judged, and what nothing outside a server can show. */
export function openPages({ catalogue, sections }: Knowledge): Page[] {
  // These pages stand one folder higher than those of the requirements.
  const quote = (source: Parameters<typeof quoted>[0]): string =>
    quoted(source, sections).replace('../../fixtures', '../fixtures')
  return [
    {
      source: 'docs/open-questions.md',
      path: 'requirements/open-questions.html',
      short: 'Open questions',
      markdown: [
        '# Open questions',
        'Where the specification is silent, a report says what the server does. [How, and how surely](observations.md).',
        ...Object.entries(catalogue.openQuestions).flatMap(([id, entry]) => [
          `## ${id}`,
          entry.question,
          quote(entry.source),
          ...(entry.reading === undefined ? [] : [`_Reading:_ ${entry.reading}`]),
          ...(entry.excluded === undefined ? [] : [`_Not measured:_ ${entry.excluded}`]),
        ]),
      ].join('\n\n'),
    },
    {
      source: 'docs/excluded.md',
      path: 'requirements/excluded.html',
      short: 'Excluded',
      markdown: [
        '# Excluded',
        'Sentences that nothing outside the server can show to be kept or broken.',
        ...Object.entries(catalogue.excluded).flatMap(([id, { statement, source, excluded }]) => [
          `## ${id}`,
          statement,
          quote(source),
          `_Reason:_ ${excluded}`,
        ]),
      ].join('\n\n'),
    },
  ]
}
