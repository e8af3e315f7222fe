import { headerValues } from '../../common/call.ts'
import { type Apply, choose, type Defect, type Lists, wrap, wrapping, wrappingOn } from '../change.ts'
import { withHeader } from '../shared/also-valid-for.ts'
import { otherCookieName } from '../jumpserver/parts.ts'
import { rejecting } from '../legal.ts'
import { isCall } from '../shared/alter-answers.ts'
import { onSession } from '../shared/blocked.ts'
import { breaking, must } from '../shared/breach.ts'

const notBeforeLogin = breaking(must('session.not-before-login'))
const accepted = breaking(must('session.accepted'))

export const sessionDefects: Record<string, Defect> = {
  'session-good-before-login': notBeforeLogin(
    'The cookie that the login page sets works for the list before the login.',
    goodBeforeLogin('both'),
  ),
  'session-good-before-login-on-older-list': notBeforeLogin(
    'The cookie that the login page sets works for the older list before the login.',
    goodBeforeLogin('users-v1'),
  ),
  'failed-web-login-opens-newer-list': notBeforeLogin(
    'A failed web login stores the user in its session, and that is enough for the newer list.',
    (parts) => {
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
  ),
  'web-login-password-beginning-is-enough': notBeforeLogin(
    'The web login compares only as many characters of the password as were sent.',
    wrapping('checkPassword', (check, { demo }) => async (username, password, call) => {
      const valid = demo.accounts.find((one) => one.username === username)?.password ?? ''
      const isBeginning = call?.operation === 'web-login' && valid.startsWith(password)
      return check(username, isBeginning ? valid : password, call)
    }),
  ),
  'session-started-before-age-of-token-is-checked': breaking(must('token.void-after-hour'))(
    'The newer list starts a session for the user of a token before it checks whether the token has expired.',
    (parts) => {
      rejecting(parts, (reply, call, problem) => {
        const [, text = ''] = /^Bearer (.*)/.exec(headerValues(call, 'authorization')[0] ?? '') ?? []
        const found = parts.tokens.records.get(text)
        if (call.operation === 'list' && call.family === 'v1' && found)
          reply.header('Set-Cookie', `sessionid=${parts.sessions.start(found.username, call).id}; Path=/`)
        throw problem
      })
    },
  ),
  'session-started-before-token-is-compared': breaking(must('anonymous.unknown-token'))(
    'The newer list finds a token by its first half, and starts a session for its user before it compares the rest.',
    (parts) => {
      rejecting(parts, (reply, call, problem) => {
        const [, text = ''] = /^Bearer (.{16,})/.exec(headerValues(call, 'authorization')[0] ?? '') ?? []
        const found = [...parts.tokens.records.values()].find((one) => text && one.text.startsWith(text))
        if (isCall('list', 'v1')(call) && found && !parts.tokens.isExpired(found, call))
          reply.header('Set-Cookie', `sessionid=${parts.sessions.start(found.username, call).id}; Path=/`)
        throw problem
      })
    },
  ),
  'session-unknown-on-older-list': accepted(
    'The older list ignores cookies.',
    wrappingOn('users-v1', 'methods.session', () => () => undefined),
    { blocks: onSession },
  ),
  'session-unknown-on-newer-list': accepted(
    'The newer list ignores cookies.',
    wrappingOn('v1', 'methods.session', () => () => undefined),
    { blocks: onSession },
  ),
  'session-good-once': accepted(
    'A session works for a list only once.',
    ({ sessions }) => {
      const used = new Set<string>()
      wrap(sessions, 'userOf', (userOf) => (session, call) => {
        if (call?.operation !== 'list') return userOf(session, call)
        return used.size === used.add(session.id).size ? undefined : userOf(session, call)
      })
    },
    { blocks: onSession.filter((one) => one !== 'users.json' && one !== 'users.records') },
  ),
  'session-for-twenty-five-uses': accepted(
    'A session works for the lists only twenty-five times.',
    ({ sessions }) => {
      const uses = new Map<string, number>()
      wrap(sessions, 'userOf', (userOf) => (session, call) => {
        if (call?.operation !== 'list') return userOf(session, call)
        const times = (uses.get(session.id) ?? 0) + 1
        uses.set(session.id, times)
        return times > 25 ? undefined : userOf(session, call)
      })
    },
  ),
  'session-cookie-read-at-start-only': accepted(
    'The cookie sessionid is found only at the start of the Cookie header.',
    readingCookies('both', (line) => /^sessionid=[^;]*/.exec(line)?.[0]),
  ),
  'session-cookie-read-at-end-only-on-older-list': accepted(
    'On the older list, everything after sessionid= in the Cookie header counts as its value.',
    readingCookies('users-v1', (line) => /(?:^|; )(sessionid=.*)/.exec(line)?.[1]?.replaceAll(';', ',')),
  ),
  'session-cookie-lost-behind-quoted-one': accepted(
    'After a cookie with a quoted value, the rest of the Cookie header is ignored.',
    readingCookies('both', (line) => line.replace(/[^ ;=]+=".*/, '')),
  ),
  'session-cookie-found-in-other-name-on-newer-list': accepted(
    'On the newer list, the first sessionid= is used, even at the end of a longer name.',
    readingCookies('v1', (line) => /sessionid=[^;]*/.exec(line)?.[0]),
  ),
  'session-cookie-for-login-page-only': breaking(must('session.web-login'))(
    'The web login sets its cookie without a path, so browsers send it to the pages beside the login only.',
    choose({ sessionCookieAttributes: 'HttpOnly; SameSite=Lax' }),
  ),
  'session-cookie-has-another-name': breaking(must('session.web-login'))(
    'The web login sets jms_sessionid instead of sessionid.',
    (parts) => otherCookieName(parts, 'jms_sessionid'),
    { blocks: onSession },
  ),
}

/** Replaces the Cookie header by what `read` returns. */
function readingCookies(lists: Lists, read: (line: string) => string | undefined): Apply {
  return wrappingOn(lists, 'authenticate', (of) => (call) => {
    const [line] = headerValues(call, 'cookie')
    return of(line === undefined ? call : withHeader(call, 'cookie', read(line)))
  })
}

function goodBeforeLogin(lists: Lists): Apply {
  return wrappingOn(lists, 'sessions.userOf', (userOf, { accounts }) => (session, call) => {
    return userOf(session, call) ?? accounts.all()[0]?.username
  })
}
