import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Call, cookieValue, headerValues } from '../../common/call.ts'
import type { Session } from '../../domain/sessions.ts'
import { sameText } from '../../domain/one-time-codes.ts'
import type { Parts } from '../parts.ts'
import { Problem } from '../problems.ts'
import { textFields } from '../schemas.ts'
import { addRoute } from './route.ts'
import { escapeHtml, sendPage } from './web-page.ts'

const csrfField = 'csrfmiddlewaretoken'
const csrfCookie = 'csrftoken'

/** Adds the web login: takes a form, sets the cookie `sessionid`. */
export function addWebLogin(app: FastifyInstance, parts: Parts): void {
  const { choices, paths, sessions } = parts

  addRoute(app, parts, {
    method: 'GET',
    path: paths.webLogin,
    operation: 'login-page',
    handler: (call, reply) =>
      form(parts, reply, currentSession(parts, call) ?? sessions.start(undefined, call)),
  })

  addRoute(app, parts, {
    method: 'POST',
    path: paths.webLogin,
    operation: 'web-login',
    async handler(call, reply) {
      const before = demandCsrf(parts, call)
      const username = await checkForm(parts, call)
      if (username === undefined) {
        reply.status(choices.webLoginRejectedStatus)
        return form(parts, reply, before, 'The username, the password or the one-time code is wrong.')
      }
      // Assigns a new id, so that a cookie planted before the login opens nothing after it.
      sessions.end(before.id)
      setCookies(parts, reply, sessions.start(username, call))
      reply.status(choices.webLoginStatus).header('location', choices.basePath + paths.home)
      return ''
    },
  })

  addRoute(app, parts, {
    method: 'GET',
    path: paths.home,
    operation: 'home',
    handler(call, reply) {
      const session = currentSession(parts, call)
      if (session?.username === undefined) {
        reply.status(302).header('location', choices.basePath + paths.webLogin)
        return ''
      }
      return sendPage(reply, 'Logged in', homeBody(parts, session))
    },
  })

  addRoute(app, parts, {
    method: 'POST',
    path: paths.logOut,
    operation: 'log-out',
    handler(call, reply) {
      sessions.end(demandCsrf(parts, call).id)
      reply.header('set-cookie', `sessionid=; Max-Age=0; ${choices.sessionCookieAttributes}`)
      reply.status(302).header('location', choices.basePath + paths.webLogin)
      return ''
    },
  })
}

function currentSession(parts: Parts, call: Call): Session | undefined {
  const id = cookieValue(call, 'sessionid')
  return id === undefined ? undefined : parts.sessions.find(id, call)
}

/** Checks that the form's token matches that of the session and of the cookie. Throws Problem. */
function demandCsrf(parts: Parts, call: Call): Session {
  const session = currentSession(parts, call)
  const cookie = cookieValue(call, csrfCookie) ?? ''
  const [origin] = headerValues(call, 'origin')
  const [host] = headerValues(call, 'host')
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host)
    throw new Problem('forbidden', 'the form came from elsewhere')
  const field = textFields(call.body, [csrfField], parts.choices.fieldLength)[csrfField]
  if (!session || !sameText(field, session.csrfToken) || !sameText(cookie, session.csrfToken)) {
    throw new Problem('forbidden', 'the form is too old; load the login page again')
  }
  return session
}

/**
 * Returns the username if password and one-time code are valid. Always checks everything, so that timing reveals nothing.
 */
async function checkForm(parts: Parts, call: Call): Promise<string | undefined> {
  const { username, password } = textFields(call.body, ['username', 'password'], parts.choices.fieldLength)
  const account = await parts.checkPassword(username, password, call)
  if (!account || !parts.needsSecondStep(account, call)) return account?.username
  const code = (call.body as Record<string, unknown>)['otp_code']
  const valid = typeof code === 'string' && (await parts.checkCode(account, code, call))
  return valid ? account.username : undefined
}

function setCookies({ choices }: Parts, reply: FastifyReply, session: Session): void {
  reply.header('set-cookie', [
    `sessionid=${session.id}; ${choices.sessionCookieAttributes}`,
    `${csrfCookie}=${session.csrfToken}; ${choices.csrfCookieAttributes}`,
  ])
}

function form(parts: Parts, reply: FastifyReply, session: Session, complaint?: string): string {
  setCookies(parts, reply, session)
  return sendPage(
    reply,
    'Log in',
    `<h1>Log in</h1>
<p>to the reference server</p>
${complaint === undefined ? '' : `<p role="alert">${complaint}</p>`}
<form method="post" action="${parts.choices.basePath}${parts.paths.webLogin}">
<input type="hidden" name="${csrfField}" value="${session.csrfToken}">
<label>Username <input name="username" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label>One-time code <small>(if your account has a second factor)</small>
<input name="otp_code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]*"></label>
<button>Log in</button>
</form>`,
  )
}

const homeBody = ({ choices, paths }: Parts, session: Session) => `<h1>Logged in</h1>
<p>as <strong>${escapeHtml(session.username ?? '')}</strong>. The cookie <code>sessionid</code> now opens the API.</p>
<form method="post" action="${choices.basePath}${paths.logOut}">
<input type="hidden" name="${csrfField}" value="${session.csrfToken}">
<button>Log out</button>
</form>`
