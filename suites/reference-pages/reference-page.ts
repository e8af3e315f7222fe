import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { bodyText, isSuccess, type Answer } from '../../harness/client/answer.ts'
import { anonymous, privateToken, type Credential } from '../../harness/client/credentials/credentials.ts'
import { createWebSession } from '../../harness/client/web/web-session.ts'
import { loginFieldNames } from '../../harness/client/web/login-form.ts'
import { pathOf } from '../../harness/client/send.ts'
import { createTrace } from '../../harness/run/trace.ts'
import { SetupFailed } from '../../harness/outcomes.ts'
import { header } from '../../harness/wire/exchange.ts'
import { sessionCredential } from '../session/session-cookie.ts'

/** The path of the reference page before 2.0.0, and from 2.0.0 on (Versioning). */
export const places = { below2: '/docs', from2: '/api/docs/' } as const

/** Returns the place that a declared version implies; both if it is unknown, or a pre-release of 2.0.0. */
export function placesFor(serverVersion: string | undefined): string[] {
  const version = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)$/.exec(serverVersion?.trim() ?? '')
  if (!version) return [places.below2, places.from2]
  const [major, minor, patch] = version.slice(1, 4).map((part) => Number(part ?? 0))
  const preRelease = /^[-~]|^\.?(a|b|rc|dev)/i.test(version[4] ?? '')
  if (preRelease && major === 2 && minor === 0 && patch === 0) return [places.below2, places.from2]
  return [(major ?? 0) < 2 ? places.below2 : places.from2]
}

/** Asks for a page, and follows a redirect to the same path with a slash. */
export async function askForPage(
  api: Tools['api'],
  path: string,
  credential: Credential = anonymous,
): Promise<Answer> {
  const answer = await api.page(path, { credential })
  const { request, response } = answer.exchange
  const location = header(response.headers, 'location')
  if (location === undefined || response.status < 300 || response.status > 399) return answer
  const base = `http://page${request.target}`
  const slashed = `${request.target}/`
  const next = URL.canParse(location, base) ? new URL(location, base).pathname : undefined
  return next === slashed && !path.endsWith('/') ? await api.page(`${path}/`, { credential }) : answer
}

/**
 * What a path shows to a browser: the reference page; a login, perhaps on another server; what every unknown path shows, in
 * which a front end may draw a reference page; a rejection; or nothing.
 */
export type Shown = 'reference page' | 'login' | 'page of any path' | 'rejection' | 'nothing'

/**
 * Returns what a path shows, at once or through up to three redirects to other pages of the server, and what was answered, for
 * messages. A path next to it must not lead to the same reference page.
 */
export async function shownAt(
  api: Tools['api'],
  path: string,
  run: Run,
  credential: Credential = anonymous,
): Promise<{ shown: Shown; said: string }> {
  const answer = await askForPage(api, path, credential)
  const end = await followPages(api, answer, run, credential)
  const shown = await shownBy(api, end, run, credential)
  if (end === answer) return { shown, said: answer.said }
  const said = `${answer.said}; ${end.said}`
  if (shown !== 'reference page') return { shown: shown === 'page of any path' ? 'nothing' : shown, said }
  const beside = await api.page(besideOf(path, run), { credential, role: 'twin' })
  const isSame = isSamePage(await followPages(api, beside, run, credential), end)
  return { shown: isSame ? 'nothing' : shown, said }
}

async function followPages(
  api: Tools['api'],
  from: Answer,
  run: Run,
  credential: Credential,
): Promise<Answer> {
  let answer = from
  for (let hops = 0; hops < 3; hops++) {
    const { request, response } = answer.exchange
    const location = header(response.headers, 'location')
    const base = run.wire.origin + request.target
    if (response.status < 300 || response.status > 399 || location === undefined) break
    if (!URL.canParse(location, base)) break
    const { origin, pathname, search } = new URL(location, base)
    if (origin !== new URL(base).origin || !pathname.startsWith(`${run.wire.prefix}/`)) break
    answer = await api.page(pathname.slice(run.wire.prefix.length) + search, { credential })
  }
  return answer
}

const besideOf = (path: string, run: Run): string =>
  path.replace(/(?<![^/])[^/]+(?=\/?$)/, run.random.word(12))

const isSamePage = (one: Answer, other: Answer): boolean => isHtml(one) && looksAlike(one, other)

/**
 * Returns what an answer shows. A reference page is HTML, 2xx, not the login page, and not what an unknown path next to it
 * answers to the same credential.
 */
export async function shownBy(
  api: Tools['api'],
  answer: Answer,
  run: Run,
  credential: Credential = anonymous,
): Promise<Shown> {
  const { status } = answer.exchange.response
  if (status === 401 || status === 403) return 'rejection'
  if (status >= 300 && status < 400) return 'login'
  if (!isHtml(answer)) return 'nothing'
  if (await isLoginPage(api, answer, run)) return 'login'
  const path = pathOf(answer.exchange.request.target).replace(run.wire.prefix, '')
  const sibling = await api.page(besideOf(path, run), { credential, role: 'twin' })
  return isSamePage(sibling, answer) ? 'page of any path' : 'reference page'
}

/**
 * True if two pages differ only in their own paths and in words with a digit, such as numbers and tokens of a single
 * answer. Either page may link to the path of the other.
 */
function looksAlike(...pages: [Answer, Answer]): boolean {
  const targets = pages.map(({ exchange }) => exchange.request.target)
  const own = [...targets, ...targets.flatMap((target) => target.split('/').findLast(Boolean) ?? [])]
  const bare = ({ exchange }: Answer): string =>
    own
      .reduce((text, part) => text.replaceAll(part.toLowerCase(), ''), bodyText(exchange).toLowerCase())
      .replaceAll(/[\w+/=-]+/g, (word) => (/\d/.test(word) ? '' : word))
  return bare(pages[0]) === bare(pages[1])
}

/** Returns credentials that may open a page behind a login: a session, a private token. */
export async function credentialsForPages(run: Run): Promise<Credential[]> {
  const { session, privateTokens } = run.declaration
  const found: Credential[] = []
  if (privateTokens.plain) found.push(privateToken(privateTokens.plain.token, privateTokens.plain.username))
  if (session) {
    try {
      found.push(await sessionCredential(run, createWebSession(run, createTrace(), session)))
    } catch (error) {
      if (!(error instanceof SetupFailed)) throw error
    }
  }
  return found
}

function isHtml(answer: Answer): boolean {
  const type = header(answer.exchange.response.headers, 'content-type') ?? ''
  return isSuccess(answer) && /^(text\/html|application\/xhtml\+xml)/i.test(type)
}

/**
 * True if a page has the login page's form; if no login page is declared, any form with a password field. Reference pages have
 * fields for credentials too, but name paths of the API, as login pages rarely do.
 */
async function isLoginPage(api: Tools['api'], answer: Answer, run: Run): Promise<boolean> {
  const html = bodyText(answer.exchange)
  const fields = loginFieldNames(html)
  if (!fields) return false
  const { session } = run.declaration
  if (!session || !session.login) return !namesApi(html)
  const page = bodyText((await api.page(session.login.url, { role: 'twin' })).exchange)
  return String(loginFieldNames(page)) === String(fields) && (!namesApi(html) || namesApi(page))
}

/** True if a page names a path of the API, or a program that shows APIs. */
export const namesApi = (html: string): boolean =>
  /\/api\/(users\/)?v1\/|openapi|swagger|redoc|rapi-?doc|scalar|stoplight/i.test(html)
