import type { ListedChanges } from '../../suites/proof/self-test/listed-changes.ts'
import { table, type Page } from './page.ts'

const ids = (breaks: readonly { requirement: string }[]): string =>
  breaks.map(({ requirement }) => `\`${requirement}\``).join(', ')

/** The planted defects and the legal variations of the reference server, as it lists them. */
export function changePages({ defects, variations }: ListedChanges): Page[] {
  return [
    {
      path: 'docs/defects.md',
      markdown: [
        '# Planted defects',
        `${defects.length} ways to be wrong, each with \`npx reference-server start --defect NAME\`. The [self-test](proof.md) shows that the suite catches each of them, and blames nothing else. The [kill matrix](kill-matrix.md) lists them by requirement.`,
        table(
          ['defect', 'what it does', 'breaks'],
          defects.map(({ name, summary, breaks }) => [name, summary, ids(breaks)]),
        ),
      ].join('\n\n'),
    },
    {
      path: 'docs/variations.md',
      markdown: [
        '# Legal variations',
        `${variations.length} ways to differ that the specification allows, each with \`npx reference-server start --variation NAME\`. The suite fails none of them; those that model a real server break what is listed, as that server does.`,
        table(
          ['variation', 'what it does', 'breaks'],
          variations.map(({ name, summary, breaks }) => [name, summary, ids(breaks)]),
        ),
      ].join('\n\n'),
    },
  ]
}
