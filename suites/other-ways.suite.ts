import { granted, holds } from '../harness/cases/expect.ts'
import { bodyText } from '../harness/client/answer.ts'
import type { ListOptions } from '../harness/client/api.ts'
import { families, listPath } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { requirement } from './requirement.ts'

/** Ways to ask for a list that a server may route, or let through, otherwise than the usual one. */
const waysToAsk = (path: string, username: string): (readonly [what: string, way: ListOptions])[] => [
  ['without its final slash', { path: path.slice(0, -1) }],
  ['with a second slash behind it', { path: `${path}/` }],
  ['with a second slash in it', { path: path.replace('/users/', '//users/') }],
  ['with /./ in it', { path: path.replace(/users\/$/, './users/') }],
  ['with a letter percent-encoded', { path: path.replace(/users\/$/, '%75sers/') }],
  ['with a path parameter', { path: `${path};a=b` }],
  ['as a file of JSON', { path: `${path.slice(0, -1)}.json` }],
  ['with a format in the query', { query: 'format=json' }],
  ['by OPTIONS', { method: 'OPTIONS' }],
  ['as HTML', { accept: 'text/html' }],
  ['without Accept', { accept: '' }],
  ['as if from the server itself', { headers: [['X-Forwarded-For', '127.0.0.1']] }],
  ['with an empty Authorization header', { headers: [['Authorization', '']] }],
  ...['X-Remote-User', 'X-Forwarded-User']
    .filter(() => /^[\w.@-]+$/.test(username))
    .map((name) => [`with a user name in ${name}`, { headers: [[name, username]] }] as const),
]

for (const family of families) {
  requirement(
    'anonymous.no-credentials',
    `asked for in other ways on ${family}`,
    { changed: 'no credentials are sent' },
    async ({ api, privateTokenOf, run }) => {
      // Not one that carried a credential: what a connection remembers is judged on its own.
      const wire = { connection: `anonymous-${run.random.word(6)}` }
      const right = await api.anyAccepted(family)
      await between(
        () => api.listed(family, right),
        async () => {
          for (const [what, way] of waysToAsk(listPath[family], privateTokenOf.username)) {
            const answer = await api.list(family, undefined, { ...way, wire })
            // A page for people may have any words on it, and here nothing has shown which.
            const onPage = run.lists.tells(family, bodyText(answer.exchange)) ? 'users on a page' : undefined
            const gave = answer.json === undefined ? onPage : granted(answer)
            // No other rule looks at the status: what a server does not know, as OPTIONS, it may answer with 501.
            const got = `${answer.said} (${gave}, for the list ${what})`
            holds(gave === undefined, 'a refusal (nothing granted)', got)
          }
        },
      )
    },
  )
}
