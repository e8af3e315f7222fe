import type { Run } from '../../run/run.ts'
import type { Trace } from '../../run/trace.ts'
import { SetupFailed } from '../../outcomes.ts'
import { header, type Exchange, type Header, type SendOptions } from '../../wire/exchange.ts'
import { anonymous } from '../credentials/credentials.ts'
import { cookiesSet, reaches } from '../cookies.ts'
import { send, type LoginAttempt } from '../send.ts'

/** Browsers follow twenty. */
const mostRedirects = 10

/** Visits web pages as a browser does: keeps cookies, and follows redirects within the origin with GET. */
export interface Browser {
  cookies: ReadonlyMap<string, string>
  /** True if browsers send this cookie, as it was set last, to a path. */
  sends(name: string, path: string): boolean
  /**
   * Returns the page, after redirects.
   * @param url absolute, or a path below the base URL
   * @throws SetupFailed if it is on another origin
   */
  open(url: string): Promise<Exchange>
  /**
   * Submits a form; returns the answer, a redirect not followed.
   * @param target path from the origin's root, query string included
   */
  submit(
    target: string,
    form: { fields: ReadonlyMap<string, string>; isMultipart: boolean },
    login: LoginAttempt,
    options: SendOptions,
  ): Promise<Exchange>
  /** Returns the answer that the redirects of `first` lead to, or `first` itself. */
  follow(first: Exchange): Promise<Exchange>
}

export function createBrowser(run: Run, trace: Trace): Browser {
  const cookies = new Map<string, string>()
  const set: { line: string; target: string }[] = []
  const { origin } = new URL(run.wire.origin)

  async function request(
    method: 'GET' | 'POST',
    place: { path: string; whole: boolean },
    headers: readonly Header[] = [],
    posted?: { body: string; login: LoginAttempt; options: SendOptions },
  ): Promise<Exchange> {
    const held = [...cookies].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`)
    const exchange = await send(run, trace, {
      method,
      ...place,
      credential: anonymous,
      accept: 'text/html',
      headers: [...(held.length === 0 ? [] : [['Cookie', held.join('; ')] as const]), ...headers],
      role: 'step',
      part: 'session',
      ...posted,
    })
    for (const [name, line] of exchange.response.headers)
      if (name.toLowerCase() === 'set-cookie') set.push({ line, target: exchange.request.target })
    for (const [name, value] of cookiesSet(exchange.response.headers)) {
      cookies.set(name, value)
      if (value !== '') run.secrets.add(value, `the cookie ${name}`)
    }
    return exchange
  }

  async function follow(first: Exchange): Promise<Exchange> {
    let answer = first
    for (let hops = 0; hops < mostRedirects; hops++) {
      const { status, headers } = answer.response
      if (status < 301 || status > 303) break
      const next = sameOrigin(header(headers, 'location'), run.wire.origin + answer.request.target)
      if (next === undefined) break
      answer = await request('GET', { path: next, whole: true })
    }
    return answer
  }

  return {
    cookies,
    sends(name, path) {
      const own = `${name}=${cookies.get(name)}`
      const lines = set.filter(({ line }) => line.split(';')[0]?.trim() === own)
      return lines.length === 0 || lines.some(({ line, target }) => reaches(line, target, path))
    },
    follow,
    async open(url) {
      const isAbsolute = /^https?:/.test(url)
      const path = isAbsolute ? sameOrigin(url, run.wire.origin) : url
      if (path === undefined) throw new SetupFailed(`session.login.url is on another origin than ${origin}`)
      return await follow(await request('GET', { path, whole: isAbsolute }))
    },
    submit(target, form, login, options) {
      const { type, body } = encoded(form)
      const headers = [
        ['Content-Type', type],
        ['Origin', origin],
        ['Referer', origin + target],
      ] as const
      return request('POST', { path: target, whole: true }, headers, { body, login, options })
    },
  }
}

/** The body of a form as browsers write it. */
function encoded({ fields, isMultipart }: { fields: ReadonlyMap<string, string>; isMultipart: boolean }) {
  if (!isMultipart)
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams([...fields]).toString() }
  const boundary = '----WebKitFormBoundaryA1b2C3d4E5f6G7h8'
  const parts = [...fields].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  )
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` }
}

/** The path and query string of a URL within the origin of `base`; undefined if it is elsewhere or no URL. */
export function sameOrigin(location: string | undefined, base: string): string | undefined {
  if (location === undefined || !URL.canParse(location, base)) return undefined
  const url = new URL(location, base)
  return url.origin === new URL(base).origin ? url.pathname + url.search : undefined
}
