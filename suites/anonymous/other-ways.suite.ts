// Lists without credentials, asked for in unusual ways: other spellings of the path, other methods, headers of proxies.

import { granted } from '../../harness/client/grants.ts'
import { holds } from '../../harness/engine/case/expect.ts'
import { bodyText, comparableBody, isSamePage, type Answer } from '../../harness/client/answer.ts'
import type { ListOptions } from '../../harness/client/api-options.ts'
import { families, listPath, loginPath } from '../../harness/facts/families.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { ifObtained } from '../case/if-obtained.ts'
import {
  alsoProxied,
  fromHere,
  ofItsOwnNetwork,
  ofItsOwnPage,
  overridden,
  proxiedUser,
  userOfPlatform,
} from '../wrong-values/spoofed-headers.ts'

/** A server may know what to do with a single one only. */
const twice: Header[] = ['Bearer', 'Token'].map((scheme) => ['Authorization', `${scheme} none`])

/** What a browser asks, by OPTIONS, before a script of another page may send a GET. */
const ofPreflight: Header[] = [
  ['Origin', 'http://localhost'],
  ['Access-Control-Request-Method', 'GET'],
]

/** What Next.js before 15.2.3 sent to itself, and took from anyone: such a request skipped the check of credentials. */
const ofItsOwnFramework: Header[] = [
  ['X-Middleware-Subrequest', Array.from({ length: 5 }, () => 'middleware').join(':')],
]

/** What a proxy may take for the opening of a WebSocket (RFC 6455) and pass on without a check. */
const ofWebSocket: Header[] = [['Upgrade', 'websocket']]

/** Headers by which a proxy that has rewritten the path tells the path that was asked for. */
const rewritten = (target: string): Header[] => [
  ['X-Original-URL', target],
  ['X-Rewrite-URL', target],
]

/** Names a user, as an application may do for its own pages: no secret is among the values. */
const namingUser = (username: string, separator: string) =>
  [
    `username=${username}`,
    `user=${username}`,
    'user_id=1',
    'logged_in=1',
    'authenticated=true',
    'admin=true',
    'role=admin',
  ].join(separator)

/** A path and as many steps as lead from it to the root, or beyond. */
const up = (path: string, step: string): string => path + step.repeat(path.split('/').length - 2)

/**
 * Unusual ways to ask for a list, which a server may route, or let through, differently. It may tell files that need no
 * credentials by how the target ends.
 */
const waysToAsk = (
  path: string,
  open: string,
  target: string,
  username: string,
  origin: string,
): (readonly [what: string, way: ListOptions])[] => [
  ['without its final slash', { path: path.slice(0, -1) }],
  ['with a second slash behind it', { path: `${path}/` }],
  ['with a second slash before it', { path: `/${path}` }],
  ['with a second slash in it', { path: path.replace('/users/', '//users/') }],
  ['with /./ in it', { path: path.replace(/users\/$/, './users/') }],
  ['by way of the login', { path: up(open, '../../') + path.slice(1) }],
  ['by way of the login with ..;/', { path: up(open, '..;/') + path.slice(1) }],
  ['with a letter percent-encoded', { path: path.replace(/users\/$/, '%75sers/') }],
  ['with a slash percent-encoded', { path: path.replace(/\/users\/$/, '%2Fusers/') }],
  ['with %2e/ in it', { path: path.replace(/users\/$/, '%2e/users/') }],
  ['with ;/ in it', { path: path.replace(/users\/$/, ';/users/') }],
  ['with a space behind it', { path: `${path}%20` }],
  ['in capitals', { path: path.toUpperCase() }],
  ['with a path parameter like the end of a file name', { path: `${path};a=b.css` }],
  ['with a path parameter in the middle', { path: path.replace('/v1/', '/v1;a=b/') }],
  ['by its whole URL', { absolute: true }],
  ['by another path that was rewritten', { path: '/', headers: rewritten(target) }],
  ['as a file of JSON', { path: `${path.slice(0, -1)}.json` }],
  ['with a format in the query', { query: 'format=json&export=1&debug=1' }],
  ['one page at a time', { query: `offset=0&limit=1&page=1&search=${encodeURIComponent(username)}` }],
  ['by OPTIONS', { method: 'OPTIONS' }],
  ['with the headers of a preflight', { headers: ofPreflight }],
  ['as if to open a WebSocket', { headers: ofWebSocket }],
  ['as HTML', { accept: 'text/html' }],
  ['without Accept', { accept: '' }],
  ['as any type', { accept: '*/*' }],
  ['as CSV', { accept: 'text/csv' }],
  ['as XML', { accept: 'application/xml' }],
  ['with a callback, and the end of a file name', { query: 'callback=f&v=1.css' }],
  ['with spoofed local headers', { headers: fromHere }],
  ['by the name localhost', { headers: [['Host', 'localhost']] }],
  ['as if by another method or for another path', { headers: overridden(target.replace(path, open)) }],
  ['as a request of a framework to itself', { headers: ofItsOwnFramework }],
  ['as if from a page of the server', { headers: ofItsOwnPage(origin) }],
  ['as if from the network of the server', { headers: ofItsOwnNetwork }],
  ['with an empty Authorization header', { headers: [['Authorization', '']] }],
  ['with two Authorization headers', { headers: twice }],
  ...(/^[\w.@-]+$/.test(username) ? waysToName(username) : []),
]

function* waysToName(username: string): Generator<readonly [what: string, way: ListOptions]> {
  for (const name of proxiedUser) yield [`with a username in ${name}`, { headers: [[name, username]] }]
  yield ['with a username in other headers of proxies', { headers: alsoProxied(username) }]
  yield ['with cookies that name a user', { headers: [['Cookie', namingUser(username, '; ')]] }]
  const named = { query: namingUser(username, '&'), headers: userOfPlatform(username) }
  yield ['with a query and headers of platforms that name a user', named]
}

/** A server need not answer to another name than its own, to a request for a proxy, or to programs that it doesn't know. */
const mayStaySilent = ({ headers = [], absolute = false }: ListOptions): boolean =>
  absolute || headers.some(([name]) => name === 'Host' || name === 'User-Agent')

for (const family of families) {
  requirement(
    'anonymous.no-credentials',
    `asked for in other ways on ${family}`,
    { changed: 'no credentials are sent' },
    async ({ api, run }) => {
      // Not a connection that carried a credential: other cases judge whether the server remembers a connection.
      const wire = { connection: `anonymous-${run.random.word(6)}` }
      const valid = await api.anyAccepted(family)
      const { username = '' } = valid
      // Some servers answer every unknown path, or their root, with an index of the API; its entries aren't users.
      const isIndex = async ({ exchange }: Answer, { path }: ListOptions) => {
        const said = bodyText(exchange)
        if (run.lists.tells(family, said)) return false
        const sibling = await api.page(path === '/' ? path : `/${run.random.word(12)}`, {
          accept: 'application/json',
          role: 'twin',
        })
        return isSamePage(comparableBody(sibling.exchange), comparableBody(exchange))
      }
      await api.betweenLists(family, valid, {}, async () => {
        let judged = 0
        const [path, open, target] = [listPath[family], loginPath[family], api.listTarget(family)]
        for (const [what, way] of waysToAsk(path, open, target, username, run.wire.origin)) {
          const ask = () => api.list(family, undefined, { ...way, wire })
          const answer = mayStaySilent(way) ? await ifObtained(ask) : await ask()
          if (answer === undefined) continue
          // A page for people may contain any words, and nothing here has shown which ones.
          const onPage = run.lists.tells(family, bodyText(answer.exchange)) ? 'users on a page' : undefined
          const gave = answer.json === undefined ? onPage : granted(answer)
          if (gave !== undefined && (await isIndex(answer, way))) continue
          judged++
          // No other rule looks at the status: a server may answer 501 to a method that it doesn't know, such as
          // OPTIONS.
          const got = `${answer.said} (${gave}, for the list ${what})`
          holds(gave === undefined, 'a rejection (no access granted)', got)
        }
        if (judged === 0)
          throw new SetupFailed('every path gets the same response: nothing tells the list from others')
      })
    },
  )
}
