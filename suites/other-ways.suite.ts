import { expect } from '../harness/cases/expect.ts'
import type { ListOptions } from '../harness/client/api.ts'
import { families, listPath } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { requirement } from './requirement.ts'

/** Ways to ask for a list that a server may route, or let through, otherwise than the usual one. */
const waysToAsk = (path: string, username: string): ListOptions[] => [
  { path: path.slice(0, -1) },
  { path: `${path}/` },
  { path: path.replace('/users/', '//users/') },
  { path: path.replace(/users\/$/, './users/') },
  { path: path.replace(/users\/$/, '%75sers/') },
  { path: `${path};a=b` },
  { path: `${path.slice(0, -1)}.json` },
  { query: 'format=json' },
  { method: 'OPTIONS' },
  { accept: 'text/html' },
  { accept: '' },
  { headers: [['X-Forwarded-For', '127.0.0.1']] },
  { headers: [['Authorization', '']] },
  ...(/^[\w.@-]+$/.test(username)
    ? [{ headers: ['X-Remote-User', 'X-Forwarded-User'].map((name) => [name, username] as const) }]
    : []),
]

for (const family of families) {
  requirement(
    'anonymous.no-credentials',
    `asked for in other ways on ${family}`,
    { changed: 'no credentials are sent' },
    async ({ api, privateTokenOf }) => {
      const right = await api.anyAccepted(family)
      await between(
        () => api.listed(family, right),
        async () => {
          for (const way of waysToAsk(listPath[family], privateTokenOf.username))
            expect(
              await api.list(family, undefined, { ...way, wire: { freshConnection: true } }),
            ).toBeRefused()
        },
      )
    },
  )
}
