import type { DefaultTheme } from 'vitepress'
import { catalogue, topicOf, topics } from '../../suites/catalogue/index.ts'

type Item = DefaultTheme.SidebarItem

const page = (text: string, link: string): Item => ({ text, link })

const requirementsOf = (topic: string): Item[] =>
  Object.keys(catalogue.requirements)
    .filter((id) => topicOf(id) === topic)
    .map((id) => page(id, `/docs/requirements/${id}.html`))

const requirements: Item[] = [
  { items: [page('Back to all pages', '/'), page('All requirements', '/docs/requirements')] },
  ...topics.map((topic) => ({ text: topic, items: requirementsOf(topic) })),
]

/** Every page, by what a reader comes for: to learn, to do, to look up, to understand (https://diataxis.fr). */
const pages: Item[] = [
  { text: 'Tutorial', items: [page('Overview', '/'), page('Your first hour', '/docs/tutorial')] },
  {
    text: 'How-to guides',
    items: [
      page('All guides', '/docs/guides/'),
      page('Writing a client', '/docs/guides/client-author'),
      page('Judge your client', '/docs/guides/judge-your-client'),
      page('A server in development', '/docs/guides/development-server'),
      page('A server in a container', '/docs/guides/container'),
      page('A staging server', '/docs/guides/staging'),
      page('JumpServer 2 to 4', '/docs/guides/jumpserver'),
      page('In CI', '/docs/guides/ci'),
      page('A server behind your gateway', '/docs/guides/gateway'),
      page('Known failures', '/docs/baseline'),
      page('The server in your tests', '/docs/embedding'),
      page('The cases in your own tests', '/docs/library'),
      page('Contributing', '/CONTRIBUTING'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Specification', '/fixtures/specification'),
      page('Annotated specification', '/docs/annotated-specification'),
      page('Requirements', '/docs/requirements'),
      page('Requirement sets', '/docs/requirement-sets'),
      page('Observations', '/docs/observations'),
      page('Commands', '/docs/commands'),
      page('Declaration', '/docs/declaration'),
      page('Exit codes', '/docs/exit-codes'),
      page('Beyond one run', '/docs/runs'),
      page('Report formats', '/docs/report-formats'),
      page('report.json', '/docs/report-json'),
      page('Report schema', '/docs/report-schema'),
      page('Clock protocol', '/docs/clock-protocol'),
      page('Reference server', '/docs/reference-server'),
      page('Control port', '/docs/control-port'),
      page('Defects', '/docs/defects'),
      page('Variations', '/docs/variations'),
      page('Glossary', '/docs/glossary'),
      page('Changelog', '/CHANGELOG'),
      page('Security', '/SECURITY'),
    ],
  },
  {
    text: 'Explanation',
    items: [
      page('Reading a verdict', '/docs/reading-a-verdict'),
      page('Design', '/docs/design'),
      page('Proof of the suite', '/docs/proof'),
      page('Kill matrix', '/docs/kill-matrix'),
      page('Kill matrix of the client half', '/docs/client-kill-matrix'),
      page('Published reports', '/reports/published/'),
      page('Depth', '/docs/depth'),
      page('Performance', '/docs/performance'),
      page('Dependencies', '/docs/dependencies'),
    ],
  },
]

/** Pages of requirements have a sidebar of their own: with all of them, the other one would be too long. */
export const sidebar: DefaultTheme.SidebarMulti = { '/docs/requirements': requirements, '/': pages }
