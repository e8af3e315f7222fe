import { extending } from '../legal.ts'
import type { PathFamily } from '../../common/choices.ts'
import { headerValues } from '../../common/call.ts'
import { type Defect, wrappingOn } from '../change.ts'
import { breaking, must } from '../shared/breach.ts'
import { letIn } from '../users/list-lookups.ts'

const noCredentials = breaking(must('anonymous.no-credentials'))

/** Lists behind a check that compares the target as it was sent, while the router takes other spellings for the same path. */
export const otherTargetDefects: Record<string, Defect> = {
  'list-open-with-a-second-slash-before-it': openAt(
    'users-v1',
    'starts with two slashes',
    (path) => `/${path}`,
  ),
  'list-open-with-an-encoded-slash': openAt('v1', 'has a percent-encoded slash', (path) =>
    behindLast(path, '%2F'),
  ),
  'list-open-with-an-encoded-dot': openAt('users-v1', 'has a percent-encoded dot segment', (path) => {
    return behindLast(path, '/%2e/')
  }),
  'list-open-with-an-empty-parameter': openAt('v1', 'has an empty path parameter', (path) =>
    behindLast(path, '/;/'),
  ),
  'list-open-with-a-space-behind-it': openAt(
    'users-v1',
    'ends with an encoded space',
    (path) => `${path}%20`,
  ),
  'list-open-with-an-empty-parameter-behind-dots': openAt(
    'users-v1',
    'leads out of the login by ..;/',
    (path, login) => {
      return login + '..;/'.repeat(login.split('/').length - 2) + path.slice(1)
    },
  ),
  'list-open-with-a-whole-url': openAt(
    'v1',
    'comes in a whole URL',
    (path, _login, host) => `http://${host}${path}`,
  ),
  'list-open-to-style-sheets-on-newer-list': noCredentials(
    'The newer list takes every target that ends in .css for a file, which needs no credentials.',
    letIn('v1', ({ target }) => target.endsWith('.css')),
  ),
  'list-open-to-two-authorization-headers-on-newer-list': noCredentials(
    'The check of the newer list fails at a second Authorization header, and lets the request in.',
    wrappingOn('v1', 'authenticate', (of, parts) => (call) => {
      return headerValues(call, 'authorization').length > 1 ? parts.accounts.all()[0] : of(call)
    }),
  ),
  'list-open-to-websockets-on-newer-list': noCredentials(
    'The newer list takes every request with Upgrade for a WebSocket, which has a check of its own.',
    letIn('v1', (call) => headerValues(call, 'upgrade').includes('websocket')),
  ),
}

/** Writes something else for the slash before the last word of a path. */
const behindLast = (path: string, instead: string): string => path.replace(/\/(?=users\/$)/, instead)

function openAt(
  family: PathFamily,
  what: string,
  targetOf: (path: string, login: string, host: string) => string,
): Defect {
  return noCredentials(
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
