import { cookiesSet } from '../client/cookies.ts'
import { families, listPath, loginPath, type Family } from '../client/families.ts'
import { hiddenFields, loginFieldNames, loginInputs } from '../client/login-form.ts'
import { redirectTarget } from '../client/send.ts'
import { header, WireFailure, type Exchange, type Wire } from '../wire/exchange.ts'

/** What a few valid requests without credentials show of a server. */
export interface Probed {
  /** Those whose list and login are both there, be it behind a redirect that may be followed. */
  families: Family[]
  /** Those of which only a part is there. */
  partFamilies: Family[]
  /** Seconds by which its Date header is ahead of our clock; undefined without a valid one. */
  aheadSeconds: number | undefined
  /** Lists that are redirected, with the place they are redirected to. */
  redirects: string[]
  login: ProbedLogin | undefined
  /** Path of the reference page, where one is served. */
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
 * Looks at a server gently: about a dozen requests, one after the other, none with credentials.
 * @throws WireFailure where the first gets no complete HTTP answer
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
    if (
      found.referencePage === undefined &&
      page &&
      isPage(page) &&
      loginFieldNames(text(page)) === undefined
    )
      found.referencePage = url
  }
  return found
}

function secondsAhead({ response }: Exchange, wallMs: number): number | undefined {
  const date = Date.parse(header(response.headers, 'date') ?? '')
  return Number.isNaN(date) ? undefined : Math.round((date - wallMs) / 1000)
}

/**
 * Whether something answers at a path: as a run finds it, behind a redirect that keeps method and body (307, 308) too. A
 * request that got no answer was dropped by somebody.
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

/** Of the fields that one types into: the one named for it, else the last before the password. */
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

/** A page that is not there may be told by a closed connection. */
async function quietly(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof WireFailure) return undefined
    throw error
  }
}
