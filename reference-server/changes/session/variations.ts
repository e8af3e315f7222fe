import { gunzipSync } from 'node:zlib'
import { type Apply, choose, type Variation, wrap, wrapping, assigning } from '../change.ts'
import { type Call, cookieValue } from '../../common/call.ts'
import type { FastifyReply } from 'fastify'
import type { Session, Sessions } from '../../domain/sessions.ts'
import type { Parts } from '../../server/parts.ts'
import { textFields } from '../../server/schemas.ts'
import { because, legal, sending, extending } from '../legal.ts'
import { defaultLimits } from '../server/limits.ts'
import { onWebSession } from '../shared/blocked.ts'
import { acceptOtherLogins, typeOf } from '../shared/other-logins.ts'

const loginAt = (url: string) => ({ declare: { session: { login: { url } } } })
const withoutCsrf = { declare: { session: { login: { csrfField: null, csrfCookie: null } } } }

const rulesOfLogin = ['session.web-login', 'session.not-before-login']

/** The web login and its cookie. */
export const sessionVariations: Record<string, Variation> = {
  'session-login-answers-200': legal('A successful web login gets 200.', choose({ webLoginStatus: 200 })),
  'session-login-answers-303': legal('A successful web login gets 303.', choose({ webLoginStatus: 303 })),
  'session-login-refused-401': legal('A failed web login gets 401.', choose({ webLoginRejectedStatus: 401 })),
  'session-login-without-csrf': legal(
    'The web login has no CSRF protection.',
    ownLogin((reply, id) => withCookie(reply, 'sessionid', id).redirect('/auth/home/')),
    withoutCsrf,
  ),
  'session-after-login-only': legal(
    'The login page sets no cookie; the login does.',
    (parts) => {
      ownLogin((reply, id) => withCookie(reply, 'sessionid', id).send('<p>Welcome</p>'))(parts)
      sending(parts, (reply, body, { method, url }) => {
        if (method === 'GET' && url === parts.choices.basePath + parts.paths.webLogin)
          reply.removeHeader('set-cookie')
        return body
      })
    },
    { ...withoutCsrf, notApplicable: ['session.not-before-login'] },
  ),
  'session-set-by-guard-page': legal(
    'A successful web login leads to a page that sets the cookie.',
    (parts) => {
      ownLogin((reply, id) => withCookie(reply, 'ticket', id).redirect('/auth/guard/'))(parts)
      parts.extensions.push((app) => {
        app.get('/auth/guard/', (request, reply) => {
          const id = /ticket=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
          return withCookie(reply, 'sessionid', id).redirect('/auth/home/')
        })
      })
    },
    withoutCsrf,
  ),
  'session-csrf-in-cookie': legal('The form has no hidden field: a script reads the cookie.', csrfInCookie),
  'session-csrf-undeclared': legal(
    'As above, and the declaration does not name the cookie: the web login is rejected with 403.',
    csrfInCookie,
    {
      declare: { ...withoutCsrf.declare, ...defaultLimits },
      inconclusive: because('Nobody is logged in.', [...onWebSession, ...rulesOfLogin]),
    },
  ),
  'session-declared-too-old': legal(
    'A session lasts a quarter of an hour, and the declared cookie is that of one that has ended.',
    choose({ sessionLifetimeSeconds: 900 }),
    {
      declare: { session: { login: null, cookie: 'zxc93kd0slw82mvn57qpa1' } },
      inconclusive: because('It opens no list.', onWebSession),
      untested: rulesOfLogin,
    },
  ),
  'session-page-elsewhere': legal(
    'The login page is at another path.',
    assigning('paths', { webLogin: '/core/auth/login/' }),
    loginAt('/core/auth/login/'),
  ),
  'session-page-behind-redirect': legal(
    'The address of the login page redirects.',
    extending((app, { choices, paths }) => {
      const { basePath } = choices
      app.get(`${basePath}/login`, (_request, reply) =>
        reply.redirect(`${basePath}${paths.webLogin}?next=%2F`),
      )
    }),
    loginAt('/login'),
  ),
  'session-form-sent-elsewhere': legal(
    'The form of the login page is sent to another path.',
    ({ choices, extensions, paths }) => {
      paths.webLogin = '/auth/check/'
      extensions.push((app) => {
        const { basePath } = choices
        app.get(`${basePath}/auth/start/`, async (_request, reply) => {
          const { headers, rawPayload } = await app.inject(basePath + paths.webLogin)
          // Another variation may have compressed it, and will do so again.
          const page = rawPayload[0] === 0x1f ? gunzipSync(rawPayload) : rawPayload
          return reply.header('set-cookie', headers['set-cookie']).type('text/html').send(page.toString())
        })
      })
    },
    loginAt('/auth/start/'),
  ),
  'session-other-field-names': legal(
    'The fields of the form have other names.',
    wrapping('handle', (handle) => (handler, call, reply) => {
      if (call.operation !== 'web-login') return handle(handler, call, reply)
      const { log: username, pwd: password, ...rest } = call.body as Record<string, unknown>
      return handle(handler, { ...call, body: { ...rest, username, password } }, reply)
    }),
    { declare: { session: { login: { usernameField: 'log', passwordField: 'pwd' } } } },
  ),
  'session-form-filled-in': legal(
    'The form has a menu and a named button, which browsers send, too; its URL is relative to the base of the page.',
    (parts) => {
      const { basePath } = parts.choices
      const url = basePath + parts.paths.webLogin
      sending(parts, (_reply, body) => {
        if (typeof body !== 'string') return body
        const menu =
          '<select name="realm"><option value="ldap">LDAP<option value="local" selected>Local</select>'
        return body
          .replace(`action="${url}"`, `action="${url.slice(basePath.length + 1)}"`)
          .replace('<h1>Log in</h1>', `<base href="${basePath}/">$&`)
          .replace('<button>Log in', `${menu}<button name="action" value="log-in">Log in`)
      })
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const { realm, action } = (call.body ?? {}) as Record<string, unknown>
        const isFilledIn = realm === 'local' && action === 'log-in'
        if (call.operation !== 'web-login' || isFilledIn) return handle(handler, call, reply)
        return reply.status(400).type('text/html').send('<p>The form is not complete.</p>')
      })
    },
  ),
  'session-form-multipart': legal(
    'The fields of the form are outside it, its button says where it is sent, and that as multipart.',
    (parts) => {
      const url = parts.choices.basePath + parts.paths.webLogin
      const button = `<button form="log-in" formaction="${url}" formenctype="multipart/form-data">`
      acceptOtherLogins(parts)
      sending(parts, (_reply, body) => {
        if (typeof body !== 'string') return body
        return body
          .replace(`<form method="post" action="${url}">`, '<form id="log-in" action="/search"></form>')
          .replaceAll('<input ', '<input form="log-in" ')
          .replace('<button>Log in', `${button}Log in`)
      })
      wrap(parts, 'handle', (handle) => (handler, call, reply) => {
        const isSentSo = typeOf(call) === 'multipart/form-data'
        if (call.operation !== 'web-login' || isSentSo) return handle(handler, call, reply)
        return reply.status(400).type('text/html').send('<p>The form is not multipart.</p>')
      })
    },
  ),
  'session-id-kept-at-login': legal("The login makes the login page's cookie valid.", ({ sessions }) => {
    let ended: string | undefined
    wrap(sessions, 'end', (end) => (id) => end((ended = id)))
    wrap(sessions, 'start', (start) => (username, call) => {
      const session = start(username, call)
      return username === undefined || ended === undefined ? session : renamed(sessions, session, ended)
    })
  }),
  'session-id-renewed': legal(
    'Each list read with the cookie sets a new one and revokes the old one.',
    renewing((old, { sessions }) => sessions.end(old)),
  ),
  'session-id-renewed-after-200': legal('As above, and a successful web login gets 200.', (parts) => {
    choose({ webLoginStatus: 200 })(parts)
    renewing((old, { sessions }) => sessions.end(old))(parts)
  }),
  'session-id-renewed-old-stays': legal(
    'Each list read with the cookie sets a new one; the old one stays valid.',
    renewing(() => {}),
  ),
  'session-set-by-every-answer': legal(
    'Each response to a request with the cookie of a session sets that cookie again.',
    wrapping('handle', (handle, { sessions }) => async (handler, call, reply) => {
      const id = cookieValue(call, 'sessionid')
      if (id !== undefined && sessions.find(id, call)?.username !== undefined)
        withCookie(reply, 'sessionid', id)
      return await handle(handler, call, reply)
    }),
  ),
  'session-cookie-with-signs': legal(
    'The value of the cookie contains =, / and %.',
    ({ sessions, random }) => {
      wrap(sessions, 'start', (start) => (username, call) => {
        return renamed(sessions, start(username, call), `a/${random(18).toString('base64')}==%2B%41`)
      })
    },
  ),
  'session-cookie-names-machine': legal(
    'Behind the session, the cookie names a machine, as in …!-17!NONE. Only a balancer reads that.',
    ({ sessions }) => {
      const bare = (id: string) => id.split('!')[0] ?? ''
      wrap(sessions, 'start', (start) => (username, call) => {
        const session = start(username, call)
        return renamed(sessions, session, `${session.id}!-1780457234!NONE`)
      })
      wrap(sessions, 'find', (find) => (id, call) => {
        return find([...sessions.records.keys()].find((known) => bare(known) === bare(id)) ?? id, call)
      })
    },
  ),
  'session-cookie-in-quotes': legal('The value of the cookie is quoted.', ({ sessions, random }) => {
    wrap(sessions, 'start', (start) => (username, call) => {
      return renamed(sessions, start(username, call), `"${random(18).toString('hex')}"`)
    })
  }),
  'session-cookie-of-old-path-ended': legal(
    'A successful web login deletes the cookie that an older release set.',
    (parts) =>
      sending(parts, (reply, body) => {
        const set = [reply.getHeader('set-cookie') ?? []].flat() as string[]
        if (set.some((cookie) => cookie.startsWith('sessionid=')))
          reply.header('set-cookie', 'sessionid=; Max-Age=0; Path=/web/')
        return body
      }),
  ),
  'session-ended-by-api-login': legal(
    'A login by the API ends the web sessions of the user.',
    wrapping('tokens.issue', (issue, { sessions }) => (account, call) => {
      for (const session of sessions.records.values())
        if (session.username === account.username) sessions.end(session.id)
      return issue(account, call)
    }),
  ),
  'session-cookie-attributes': legal(
    'The cookie has every possible attribute.',
    choose({
      sessionCookieAttributes:
        'Domain=127.0.0.1; Expires=Thu, 01 Jan 2032 00:00:00 GMT; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict; Priority=High',
    }),
  ),
}

function renamed(sessions: Sessions, session: Session, id: string): Session {
  sessions.records.delete(session.id)
  session.id = id
  sessions.records.set(id, session)
  return session
}

function csrfInCookie(parts: Parts): void {
  sending(parts, (_reply, body) =>
    typeof body === 'string' ? body.replace(/<input type="hidden"[^>]*>/, '') : body,
  )
}

function withCookie(reply: FastifyReply, name: string, value: string): FastifyReply {
  return reply.header('set-cookie', `${name}=${value}; Path=/`)
}

/** Adds a web login without the form's protection; `admit` answers a valid one with the id of the new session. */
function ownLogin(admit: (reply: FastifyReply, id: string) => unknown): Apply {
  return wrapping('handle', (handle, parts) => async (handler, call, reply) => {
    if (call.operation !== 'web-login') return handle(handler, call, reply)
    const { username, password } = textFields(call.body, ['username', 'password'], 4096)
    const account = await parts.checkPassword(username, password, call)
    reply.type('text/html')
    if (!account || parts.needsSecondStep(account, call)) return reply.send('<p>That is wrong.</p>')
    return admit(reply, parts.sessions.start(username, call).id)
  })
}

function renewing(leave: (old: string, parts: Parts) => void): Apply {
  return wrapping('handle', (handle, parts) => async (handler, call: Call, reply) => {
    const answer = await handle(handler, call, reply)
    const old = cookieValue(call, 'sessionid')
    const username = old === undefined ? undefined : parts.sessions.records.get(old)?.username
    if (call.operation !== 'list' || old === undefined || username === undefined) return answer
    leave(old, parts)
    withCookie(reply, 'sessionid', parts.sessions.start(username, call).id)
    return answer
  })
}
