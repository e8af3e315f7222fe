import type { Parts } from '../parts.ts'
import { type Defect, wrap } from '../change.ts'
import { must } from './breach.ts'
import { onFamily } from './on-family.ts'

/** What cannot be judged where the cookie of a web login does not work time after time. */
const needsSession = [
  'session.not-before-login',
  'anonymous.unknown-session',
  'anonymous.next-request',
  'users.same-list',
]

export const sessionDefects: Defect[] = [
  {
    name: 'session-good-before-login',
    summary: 'The cookie that the login page sets opens the list without a login.',
    breaks: must('session.not-before-login'),
    blocks: [],
    apply: goodBeforeLogin,
  },
  {
    name: 'session-good-before-login-on-older-list',
    summary: 'The cookie that the login page sets opens the older list without a login.',
    breaks: must('session.not-before-login'),
    blocks: [],
    apply: onFamily('users-v1', goodBeforeLogin),
  },
  {
    name: 'failed-web-login-opens-newer-list',
    summary:
      'A web login that failed leaves its session with the user, and the newer list does not ask more.',
    breaks: must('session.not-before-login'),
    blocks: [],
    apply(parts) {
      const claimed = new Map<string, string>()
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const { username } = (call.body ?? {}) as Record<string, string>
        const id = /sessionid=([^;]*)/.exec(call.rawHeaders.join('\n'))?.[1]
        if (call.operation === 'web-login' && id && username) claimed.set(id, username)
        return handle(handler, call, reply)
      })
      wrap(parts.sessions, 'userOf', (userOf) => (session, call) => {
        return userOf(session, call) ?? (call?.family === 'v1' ? claimed.get(session.id) : undefined)
      })
    },
  },
  {
    name: 'session-unknown-on-older-list',
    summary: 'The older list does not look at cookies.',
    breaks: must('session.accepted'),
    blocks: [...needsSession, 'users.json', 'users.records'],
    apply: onFamily('users-v1', ({ methods }) => {
      methods.session = () => undefined
    }),
  },
  {
    name: 'session-unknown-on-newer-list',
    summary: 'The newer list does not look at cookies.',
    breaks: must('session.accepted'),
    blocks: [...needsSession, 'users.json', 'users.records'],
    apply: onFamily('v1', ({ methods }) => {
      methods.session = () => undefined
    }),
  },
  {
    name: 'session-good-once',
    summary: 'A session opens a list once.',
    breaks: must('session.accepted'),
    blocks: needsSession,
    apply({ sessions }) {
      const used = new Set<string>()
      wrap(sessions, 'userOf', (userOf) => (session, call) => {
        if (call?.operation !== 'list') return userOf(session, call)
        return used.size === used.add(session.id).size ? undefined : userOf(session, call)
      })
    },
  },
  {
    name: 'session-cookie-has-another-name',
    summary: 'The web login sets jms_sessionid in place of sessionid.',
    breaks: must('session.web-login'),
    blocks: ['session.accepted', ...needsSession, 'users.json', 'users.records'],
    apply(parts) {
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const rawHeaders = call.rawHeaders.map((text) => text.replace('jms_sessionid=', 'sessionid='))
        return handle(handler, { ...call, rawHeaders }, reply)
      })
      parts.extensions.push((app) =>
        app.addHook('onSend', (_request, reply, _payload, done) => {
          const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
          reply.removeHeader('set-cookie')
          for (const one of cookies) reply.header('set-cookie', one.replace(/^sessionid/, 'jms_sessionid'))
          done()
        }),
      )
    },
  },
]

function goodBeforeLogin({ accounts, sessions }: Parts): void {
  wrap(
    sessions,
    'userOf',
    (userOf) => (session, call) => userOf(session, call) ?? accounts.all()[0]?.username,
  )
}
