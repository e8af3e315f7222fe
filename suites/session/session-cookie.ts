import type { WebLogin } from '../../harness/client/web-login.ts'
import type { LoginAccount } from '../../harness/client/api-options.ts'
import type { Run } from '../../harness/run/run.ts'
import { demandsCaptcha } from '../../harness/client/captcha.ts'
import { bodyText } from '../../harness/client/answer.ts'
import type { WebSession } from '../../harness/client/web-session.ts'
import { NotDeclared, SetupFailed } from '../../harness/outcomes.ts'

/**
 * Returns the cookie of a logged-in session: the declared one, that of `session.command`, or one from the declared web
 * login.
 * @throws SetupFailed if the command or the web login was rejected (a lockout, a captcha) or set no cookie
 */
export async function sessionCookie(
  run: Run,
  session: WebSession,
  account: LoginAccount | false | undefined = run.declaration.accounts.plain,
): Promise<{ value: string; username?: string }> {
  if (session.declaredCookie !== undefined) return { value: session.declaredCookie }
  if (run.sessionFault !== undefined) throw new SetupFailed(run.sessionFault)
  if (!account) throw new NotDeclared('accounts.plain')
  const login = await session.logIn(account)
  const { after } = login
  demandLoggedIn(login)
  if (after === undefined || after === '')
    throw new SetupFailed(
      `the web login set no sessionid (cookies set: ${login.cookieNames}); at last ${login.said}`,
    )
  return { value: after, username: account.username }
}

/**
 * @throws SetupFailed if the login set no cookie of its own and was rejected: the server demands a captcha, an error came,
 * or the login page came again with the cookie that it had set before
 */
export function demandLoggedIn(login: WebLogin): void {
  const { before, after, submitted } = login
  if (after === undefined || after === '' || after === before) {
    demandNoCaptcha(login)
    if (submitted.response.status >= 400)
      throw new SetupFailed(
        `the web login was rejected: ${login.said}; check session.login and its CSRF fields`,
      )
  }
  if (after !== undefined && after === before && /type=["']?password/i.test(bodyText(submitted)))
    throw new SetupFailed(`the login page came again, with the cookie that it had set before: ${login.said}`)
}

/** @throws SetupFailed if the server demands a captcha: the outcome of the login then says nothing */
function demandNoCaptcha({ captcha, said }: WebLogin): void {
  if (captcha !== undefined)
    throw new SetupFailed(
      `${demandsCaptcha(captcha)}: ${said}; declare session.cookie or session.command instead`,
    )
}
