import { cookiesSet } from '../client/cookies.ts'
import { families, listPath, loginPath, type Family } from '../facts/families.ts'
import { hiddenFields, loginFieldNames, loginInputs } from '../client/web/login-form.ts'
import { redirectTarget } from '../client/send.ts'
import { header, WireFailure, type Exchange, type Wire } from '../wire/exchange.ts'

/** What a few valid requests without credentials reveal about a server. */
export interface Probed {
  /** Families whose list and login both exist, possibly behind a redirect that may be followed. */
  families: Family[]
  /** Families of which only one of the two exists. */
  partFamilies: Family[]
  /** How far its Date header is ahead of our clock, in seconds; undefined if it has no valid Date. */
  aheadSeconds: number | undefined
  redirects: string[]
  login: ProbedLogin | undefined
  referencePage: string | undefined
}

export interface ProbedLogin {
  url: string
  usernameField: string
  passwordField: string
  csrfField: string | undefined
  csrfCookie: string | undefined
}

const loginPages = ['/core/auth/login/', '/auth/login/', '/users/login/', '/accounts/login/', '/login/']
const referencePages = ['/api/docs/', '/docs', '/docs/']
const absent = [404, 405, 410]
const mostRedirects = 3

/**
 * Probes a server gently: sends about a dozen requests, one after the other, without credentials.
 * @throws WireFailure if the first request gets no complete HTTP answer
 */
export async function probe(wire: Wire, wallMs: () => number): Promise<Probed> {
  const get = (path: string, accept = 'application/json') =>
    wire.send({ method: 'GET', target: wire.prefix + path, headers: [['Accept', accept]] })
  const first = await get(listPath.v1)
  const found: Probed = {
    families: [],
    partFamilies: [],
    aheadSeconds: secondsAhead(first, wallMs()),
    redirects: [],
    login: undefined,
    referencePage: undefined,
  }
  for (const family of families) {
    const list = family === 'v1' ? first : await quietly(() => get(listPath[family]))
    const login = await quietly(() =>
      wire.send({
        method: 'POST',
        target: wire.prefix + loginPath[family],
        headers: [['Content-Type', 'application/json']],
        body: '{}',
      }),
    )
    const location = list && header(list.response.headers, 'location')
    if (list && location !== undefined)
      found.redirects.push(`${listPath[family]} (${list.response.status}) to ${location}`)
    const parts = [await isThere(wire, list), await isThere(wire, login)]
    if (parts.every(Boolean)) found.families.push(family)
    else if (parts.some(Boolean)) found.partFamilies.push(family)
  }
  for (const url of loginPages) found.login ??= loginPage(url, await quietly(() => get(url, 'text/html')))
  for (const url of referencePages) {
    const page = await quietly(() => get(url, 'text/html'))
    if (page && isPage(page) && loginFieldNames(text(page)) === undefined) found.referencePage ??= url
  }
  return found
}

function secondsAhead({ response }: Exchange, wallMs: number): number | undefined {
  const date = Date.parse(header(response.headers, 'date') ?? '')
  return Number.isNaN(date) ? undefined : Math.round((date - wallMs) / 1000)
}

/**
 * True if something answers at a path. Like a run, follows redirects that keep method and body (307, 308). A request without
 * an answer counts as not found, because something dropped it.
 */
async function isThere(wire: Wire, asked: Exchange | undefined): Promise<boolean> {
  let last = asked
  for (let hops = 0; last !== undefined && hops < mostRedirects; hops++) {
    const target = redirectTarget(last, wire.origin)
    if (target === undefined) break
    const request = { ...last.request, target }
    last = await quietly(() => wire.send(request))
  }
  if (last === undefined) return true
  const { status } = last.response
  return !absent.includes(status) && (status < 300 || status > 399)
}

function loginPage(url: string, page: Exchange | undefined): ProbedLogin | undefined {
  const html = page && isPage(page) ? text(page) : ''
  const inputs = loginInputs(html)
  if (!page || inputs.length === 0) return undefined
  const csrf = (some: Iterable<string>) => [...some].find((name) => /csrf/i.test(name))
  return {
    url,
    usernameField: usernameField(inputs),
    passwordField: inputs.find(({ type }) => type === 'password')?.name ?? 'password',
    csrfField: csrf(hiddenFields(html).keys()),
    csrfCookie: csrf(cookiesSet(page.response.headers).keys()),
  }
}

/** Returns the input named for the username, or else the last one before the password. */
function usernameField(inputs: readonly { name: string; type: string }[]): string {
  const typed = inputs.filter(
    ({ name, type }) => typedInto.includes(type) && !/pass|csrf|captcha|code/i.test(name),
  )
  const named = typed.find(({ name }) => /user|login|e-?mail|account|name/i.test(name))
  const password = inputs.findIndex(({ type }) => type === 'password')
  const before = typed.filter((input) => inputs.indexOf(input) < password).at(-1)
  return (named ?? before)?.name ?? 'username'
}

const typedInto = ['text', 'email', 'tel', 'search']

const text = ({ response }: Exchange) => new TextDecoder().decode(response.body)
const isPage = ({ response }: Exchange) =>
  response.status >= 200 &&
  response.status < 300 &&
  /html/i.test(header(response.headers, 'content-type') ?? '')

/** A server may close the connection for a page that does not exist. */
async function quietly(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof WireFailure) return undefined
    throw error
  }
}
