import { cookiesSet } from '../client/cookies.ts'
import { families, listPath, loginPath, type Family } from '../client/families.ts'
import { loginFieldNames, hiddenFields } from '../client/login-form.ts'
import { header, WireFailure, type Exchange, type Wire } from '../wire/exchange.ts'

/** What a few right requests without credentials show of a server. */
export interface Probed {
  /** Those whose list and login both stand at their own paths. */
  families: Family[]
  /** Those of which only a part is there, or a redirect. */
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
    const list = family === 'v1' ? first : await get(listPath[family])
    const login = await wire.send({
      method: 'POST',
      target: wire.prefix + loginPath[family],
      headers: [['Content-Type', 'application/json']],
      body: '{}',
    })
    const location = header(list.response.headers, 'location')
    if (location !== undefined)
      found.redirects.push(`${listPath[family]} (${list.response.status}) to ${location}`)
    const statuses = [list, login].map(({ response }) => response.status)
    const isNative = (status: number) => !absent.includes(status) && (status < 300 || status > 399)
    if (statuses.every(isNative)) found.families.push(family)
    else if (statuses.some((status) => !absent.includes(status))) found.partFamilies.push(family)
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

function loginPage(url: string, page: Exchange | undefined): ProbedLogin | undefined {
  const names = page && isPage(page) ? loginFieldNames(text(page)) : undefined
  if (!page || !names) return undefined
  const csrf = (some: Iterable<string>) => [...some].find((name) => /csrf/i.test(name))
  const passwordField = /<input\b[^>]*type\s*=\s*["']?password[^>]*>/i.exec(text(page))?.[0]
  return {
    url,
    usernameField: names.find((name) => /user|login|email|account/i.test(name)) ?? 'username',
    passwordField: (passwordField && /\bname\s*=\s*["']?([\w-]+)/i.exec(passwordField)?.[1]) ?? 'password',
    csrfField: csrf(hiddenFields(text(page)).keys()),
    csrfCookie: csrf(cookiesSet(page.response.headers).keys()),
  }
}

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
