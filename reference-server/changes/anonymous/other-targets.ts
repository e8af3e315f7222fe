import { extending } from '../legal.ts'
import type { PathFamily } from '../../common/choices.ts'
import { headerValues } from '../../common/call.ts'
import { type Defect, wrappingOn } from '../change.ts'
import { breaking, must } from '../shared/breach.ts'
import { letIn } from '../users/list-lookups.ts'

const noCredentials = breaking(must('anonymous.no-credentials'))

/** Lists behind a check that compares the target as it was sent, while the router takes other spellings for the same path. */
export const otherTargetDefects: Defect[] = [
  openAt('a-second-slash-before-it', 'users-v1', 'starts with two slashes', (path) => `/${path}`),
  openAt('an-encoded-slash', 'v1', 'has a percent-encoded slash', (path) => behindLast(path, '%2F')),
  openAt('an-encoded-dot', 'users-v1', 'has a percent-encoded dot segment', (path) => {
    return behindLast(path, '/%2e/')
  }),
  openAt('an-empty-parameter', 'v1', 'has an empty path parameter', (path) => behindLast(path, '/;/')),
  openAt('a-space-behind-it', 'users-v1', 'ends with an encoded space', (path) => `${path}%20`),
  openAt('an-empty-parameter-behind-dots', 'users-v1', 'leads out of the login by ..;/', (path, login) => {
    return login + '..;/'.repeat(login.split('/').length - 2) + path.slice(1)
  }),
  openAt('a-whole-url', 'v1', 'comes in a whole URL', (path, _login, host) => `http://${host}${path}`),
  noCredentials(
    'list-open-to-style-sheets-on-newer-list',
    'The newer list takes every target that ends in .css for a file, which needs no credentials.',
    letIn('v1', ({ target }) => target.endsWith('.css')),
  ),
  noCredentials(
    'list-open-to-two-authorization-headers-on-newer-list',
    'The check of the newer list fails at a second Authorization header, and lets the request in.',
    wrappingOn('v1', 'authenticate', (of, parts) => (call) => {
      return headerValues(call, 'authorization').length > 1 ? parts.accounts.all()[0] : of(call)
    }),
  ),
  noCredentials(
    'list-open-to-websockets-on-newer-list',
    'The newer list takes every request with Upgrade for a WebSocket, which has a check of its own.',
    letIn('v1', (call) => headerValues(call, 'upgrade').includes('websocket')),
  ),
]

/** Writes something else for the slash before the last word of a path. */
const behindLast = (path: string, instead: string): string => path.replace(/\/(?=users\/$)/, instead)

function openAt(
  name: string,
  family: PathFamily,
  what: string,
  targetOf: (path: string, login: string, host: string) => string,
): Defect {
  return noCredentials(
    `list-open-with-${name}`,
    `The ${family === 'v1' ? 'newer' : 'older'} list needs no credentials if its path ${what}.`,
    extending((app, parts) => {
      app.addHook('onRequest', async ({ raw }, reply) => {
        const target =
          parts.choices.basePath +
          targetOf(parts.paths.list[family], parts.paths.login[family], raw.headers.host ?? '')
        if (raw.url !== target) return
        const { rawHeaders, socket: connection } = raw
        const call = { operation: 'list', family, encoding: 'none', method: 'GET', target } as const
        const users = parts.accounts
          .all()
          .map((account) => parts.answers.user(account, { ...call, rawHeaders, body: undefined, connection }))
        await reply.send(users)
      })
    }),
  )
}
