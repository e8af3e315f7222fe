import type { WebLogin } from '../../harness/client/web/web-login.ts'
import type { LoginAccount } from '../../harness/client/api-options.ts'
import type { Run } from '../../harness/run/run.ts'
import { demandsCaptcha } from '../../harness/client/captcha.ts'
import type { WebSession } from '../../harness/client/web/web-session.ts'
import { comparableBody, isSamePage, type Answer } from '../../harness/client/answer.ts'
import { createApi, type Api } from '../../harness/client/api/api.ts'
import { cookie, type Credential } from '../../harness/client/credentials/credentials.ts'
import { notListed } from '../../harness/client/grants.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { currentCase } from '../../harness/run/current-case.ts'
import { NotDeclared, SetupFailed, Violation } from '../../harness/outcomes.ts'

/**
 * Returns the cookie of a logged-in session: the declared one, that of `session.command`, or one from the declared web
 * login.
 * @throws SetupFailed if the command or the web login was rejected (a lockout, a captcha) or set no cookie, or if the
 * declared cookie, or that of the command, opens no list: how long a session lasts is not specified
 */
export async function sessionCookie(
  run: Run,
  session: WebSession,
  account: LoginAccount | false | undefined = run.declaration.accounts.plain,
): Promise<{ value: string; username?: string }> {
  const { declaredCookie } = session
  if (declaredCookie !== undefined) {
    const value = await newestIfOpen(run, declaredCookie)
    if (value === undefined) throw new SetupFailed(mayHaveExpired)
    return { value }
  }
  if (run.sessionFault !== undefined) throw new SetupFailed(run.sessionFault)
  if (!account) throw new NotDeclared('accounts.plain')
  const login = await session.logIn(account)
  const value = await demandLoggedIn(login, account.username)
  if (value === undefined || value === '')
    throw new SetupFailed(
      `the web login set no sessionid (cookies set: ${login.cookieNames}); at last ${login.said}`,
    )
  return { value, username: account.username }
}

/** Returns that cookie as a credential. Throws what sessionCookie throws. */
export async function sessionCredential(...asked: Parameters<typeof sessionCookie>): Promise<Credential> {
  const { value, username } = await sessionCookie(...asked)
  return cookie(value, username)
}

/**
 * A redirect to another page shows that the login was accepted, or a cookie that opens a list. One that sets no cookie and
 * doesn't come back to its page counts as accepted too.
 * @returns the cookie, which a list may have renewed; undefined if the login set none
 * @throws SetupFailed if nothing shows it: an error came, a captcha, the page again, or an answer that leads nowhere
 */
export async function demandLoggedIn(login: WebLogin, username: string): Promise<string | undefined> {
  const { before, after, isIn, submitted, said } = login
  const isNew = after !== undefined && after !== '' && after !== before
  if (!isNew) demandNoCaptcha(login)
  const leadsOn = submitted.response.status >= 300
  if (isIn && (leadsOn || !after)) return after
  const newest = after && (await newestIfOpen(currentCase().run, after, username))
  if (newest) return newest
  throw new SetupFailed(
    `the web login was rejected: ${said}; check session.login and its CSRF fields, and that a proxy in front of the server forwards Host as sent`,
  )
}

const mayHaveExpired =
  'the cookie of session.cookie or session.command opens no list: it may have expired, or be that of nobody; run conformance doctor'

/** Returns the cookie with which a list opened, as renewed by that list; undefined if none opened. */
async function newestIfOpen(run: Run, value: string, username?: string): Promise<string | undefined> {
  let newest = value
  const session = { ...cookie(value, username), renew: (renewed: string) => void (newest = renewed) }
  const api = createApi(run, currentCase().trace)
  for (const family of families) {
    if (!run.support.list[family]) continue
    const answer = await api.list(family, session, { role: 'step' })
    const reason = notListed(answer)
    if (reason instanceof Violation) continue
    // Before any list was seen, a login page with 200 looks like a list that can't be read.
    if (!(reason instanceof SetupFailed) || !(await isForEveryone(api, family, answer))) return newest
  }
  return undefined
}

/** True if a request without credentials gets the same answer. */
async function isForEveryone(api: Api, family: Family, { exchange }: Answer): Promise<boolean> {
  const idle = await api.list(family, undefined, { role: 'step', wire: { freshConnection: true } })
  return (
    idle.exchange.response.status === exchange.response.status &&
    isSamePage(comparableBody(idle.exchange), comparableBody(exchange))
  )
}

/** @throws SetupFailed if the server demands a captcha: the outcome of the login then says nothing */
function demandNoCaptcha({ captcha, said }: WebLogin): void {
  if (captcha !== undefined)
    throw new SetupFailed(
      `${demandsCaptcha(captcha)}: ${said}; declare session.cookie or session.command instead`,
    )
}
