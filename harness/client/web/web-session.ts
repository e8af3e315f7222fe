import type { Run } from '../../run/run.ts'
import type { Trace } from '../../run/trace.ts'
import type { DeclaredSession, DeclaredSessionLogin } from '../../subject/declaration/declared-credentials.ts'
import { BudgetSpent, NeverAccepted, NotDeclared, type SetupFailed } from '../../outcomes.ts'
import { header, type Exchange, type SendOptions } from '../../wire/exchange.ts'
import { wholeOrLength } from '../../wire/shown/shortened.ts'
import { bodyText } from '../answer.ts'
import { declaredAccounts } from '../api/api-login.ts'
import { createBrowser, sameOrigin } from './browser.ts'
import { anonymous } from '../credentials/credentials.ts'
import { captchaIn } from '../captcha.ts'
import { cookiesSet } from '../cookies.ts'
import type { FailedLogins } from '../../ledgers/failed-logins.ts'
import { baseOf, filledFields, formAction, isMultipart } from './login-form.ts'
import { logInSparingly } from './rejected-web-login.ts'
import { saidBy } from '../said.ts'
import { pathOf, send } from '../send.ts'
import type { WebLogin } from './web-login.ts'

/** How to get the cookie of the subject's web session (Authentication, table). */
export interface WebSession {
  /**
   * Logs in through the web page.
   * @param wire how the form is submitted
   * @throws NotDeclared if only a cookie is declared
   */
  logIn(account: { username: string; password: string }, wire?: SendOptions): Promise<WebLogin>
  /** Asks for the login page; returns the `sessionid` that it sets, or undefined if it sets none. */
  visit(): Promise<string | undefined>
  /** The declared cookie; undefined if the session comes from a login. */
  declaredCookie: string | undefined
}

export function createWebSession(run: Run, trace: Trace, session: DeclaredSession): WebSession {
  return {
    declaredCookie: session.cookie,
    async visit() {
      if (!session.login) throw new NotDeclared('session.login')
      const request = {
        method: 'GET',
        path: session.login.url,
        credential: anonymous,
        accept: 'text/html',
        role: 'step',
        part: 'session',
      } as const
      const value = cookiesSet((await send(run, trace, request)).response.headers).get('sessionid')
      if (value) run.secrets.add(value, 'the cookie sessionid')
      noteCookie(run, trace, value, 'login page')
      return value === '' ? undefined : value
    },
    async logIn(account, wire = {}) {
      if (!session.login) throw new NotDeclared('session.login')
      const form = session.login
      const submit = () => logIn(run, trace, form, account, wire)
      return isValid(run, account)
        ? await logInSparingly(run, trace, account.username, submit)
        : await submit()
    },
  }
}

/** The web page may reject a valid password of an account with a second factor, so none of these counts as valid. */
function isValid(run: Run, { username, password }: { username: string; password: string }): boolean {
  const owner = declaredAccounts(run).find((account) => account.username === username)
  return owner !== undefined && owner.password === password && !('digits' in owner)
}

/** Gets the page, posts its form with cookies and the fields that the page fills in, and follows redirects. */
async function logIn(
  run: Run,
  trace: Trace,
  form: DeclaredSessionLogin,
  account: { username: string; password: string },
  wire: SendOptions,
): Promise<WebLogin> {
  const browser = createBrowser(run, trace)
  const { cookies } = browser
  const page = await browser.open(form.url)
  const before = cookies.get('sessionid')
  const names = [form.usernameField, form.passwordField]
  const fields = filledFields(bodyText(page), names)
  for (const name of names) fields.delete(name)
  if (form.csrfField !== undefined && form.csrfCookie !== undefined && !fields.has(form.csrfField)) {
    fields.set(form.csrfField, cookies.get(form.csrfCookie) ?? '')
  }
  fields.set(form.usernameField, account.username).set(form.passwordField, account.password)
  run.lists.addInnocent([account.username])
  noteCookie(run, trace, before, 'login page')
  const owner = declaredAccounts(run).find(({ username }) => username === account.username)
  const isRight = isValid(run, account)
  const login = {
    // An invalid password is sent only if failed logins are not limited, so it need not count against an account.
    ...(owner?.password === account.password ? { owner: owner.username } : {}),
    ...(isRight ? { way: `${account.username} web login` } : {}),
    ending: (answer: Exchange) => (letsIn(answer, page) ? ('token' as const) : undefined),
  }
  const submitted = await browser
    .submit(
      actionOf(run, page, names),
      { fields, isMultipart: isMultipart(bodyText(page), names) },
      login,
      wire,
    )
    .catch((error: unknown) => {
      const isSpared = error instanceof BudgetSpent || error instanceof NeverAccepted
      const shown = isSpared ? (captchaIn(page) ?? captchas.get(run.failedLogins)) : undefined
      throw shown === undefined ? error : captchaShown(shown, error as SetupFailed)
    })
  const answer = await browser.follow(submitted)
  const captcha = captchaIn(answer) ?? captchaIn(page)
  if (isRight && captcha !== undefined) captchas.set(run.failedLogins, captcha)
  const after = cookies.get('sessionid')
  if (after !== before) noteCookie(run, trace, after, 'web login')
  return {
    before,
    after,
    isSentTo: (path) => browser.sends('sessionid', path),
    isIn: letsIn(submitted, page),
    submitted,
    // These two are created when read, as for other answers: ten thousand tries are never quoted.
    get cookieNames() {
      return named([...cookies].flatMap(([name, value]) => (value === '' ? [] : run.secrets.mask(name))))
    },
    get said() {
      return saidBy(answer)
    },
    captcha,
  }
}

/** Where to send the form of a page: to the action that it names, if within the origin, otherwise to the page. */
function actionOf(run: Run, page: Exchange, names: readonly string[]): string {
  const own = run.wire.origin + page.request.target
  const html = bodyText(page)
  const named = formAction(html, names)
  const from = baseOf(html)
  const base = URL.canParse(from, own) ? new URL(from, own).href : own
  const isUrl = named !== undefined && URL.canParse(named, base)
  return (isUrl ? sameOrigin(new URL(named, base).href, own) : undefined) ?? page.request.target
}

/** The captcha at the last valid web login of a run that showed one. */
const captchas = new WeakMap<FailedLogins, string>()

/** The error for a login with no failed logins left: a captcha may be why earlier ones failed. */
const captchaShown = (name: string, { message }: SetupFailed): BudgetSpent =>
  new BudgetSpent(
    `the login page shows a captcha (${name}), and ${message}; declare session.cookie or session.command instead`,
  )

/** `csrftoken, jms_sessionid`, shortened because a server may set any number of names of any length. */
function named(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, 5).map((name) => wholeOrLength(name, 40))
  return `${shown.join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
}

/** True if a web login was accepted: then it leads away from its page; one that failed shows the form again. */
function letsIn({ request, response }: Exchange, page: Exchange): boolean {
  const location = header(response.headers, 'location')
  if (response.status >= 301 && response.status <= 303 && location !== undefined) {
    const base = `http://page${request.target}`
    return !URL.canParse(location, base) || new URL(location, base).pathname !== pathOf(page.request.target)
  }
  return response.status < 300 && !/type=["']?password/i.test(bodyText({ request, response } as Exchange))
}

function noteCookie(run: Run, trace: Trace, value: string | undefined, label: string): void {
  if (value) trace.timeline.note(run.clock.now(), 'issued', { name: 'session cookie', secret: value }, label)
}
