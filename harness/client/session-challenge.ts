import type { Run } from '../run/run.ts'
import { SetupFailed } from '../outcomes.ts'
import type { Header } from '../wire/exchange.ts'
import { field, isSuccess, tokenIn, type Answer } from './answer.ts'
import { cookiesSet } from './cookies.ts'

/**
 * Reads the challenge of a server that keeps it in a session (`mfaFlow: session-challenge`). The first login returns no
 * token, but sets a cookie and names a path in `data.url`. The client posts `{type: "otp", code}` there with the cookie; a
 * second login with the cookie then returns the token. Source: `docs/guides/jumpserver.md`.
 *
 * @throws SetupFailed if the answer is not such a challenge
 */
export function readSessionChallenge(answer: Answer): { url: string; cookies: ReadonlyMap<string, string> } {
  const url = field(field(answer.json, 'data'), 'url')
  const cookies = cookiesSet(answer.exchange.response.headers)
  if (tokenIn(answer) !== undefined || typeof url !== 'string' || url === '' || cookies.size === 0) {
    throw new SetupFailed(`no session challenge (data.url and a cookie) came: ${answer.said}`)
  }
  return { url, cookies }
}

/** If a login is answered with a challenge in a session, but that flow is not declared, notes what to declare. */
export function suggestSessionFlow({ declaration, hints }: Run, { json }: Answer): void {
  if (declaration.mfaFlow === 'session-challenge' || field(json, 'error') !== 'mfa_required') return
  hints.add(
    'a login was answered with mfa_required, a challenge that is kept in a session: declare mfaFlow: session-challenge to have the second step judged',
  )
}

/** The header fields of a request with the cookies; a CSRF token is also sent as a header field of its own. */
export function cookieFields(cookies: ReadonlyMap<string, string>): Header[] {
  const kept = [...cookies].filter(([, value]) => value !== '')
  const csrf = kept.find(([name]) => /csrf/i.test(name))?.[1]
  return [
    ['Cookie', kept.map(([name, value]) => `${name}=${value}`).join('; ')],
    ...(csrf === undefined ? [] : [['X-CSRFToken', csrf] as const]),
  ]
}

/** The cookies after an answer: renewed if it was accepted; cookies of rejections are ignored. */
export function renewed(cookies: ReadonlyMap<string, string>, answer: Answer): Map<string, string> {
  return new Map([...cookies, ...(isSuccess(answer) ? cookiesSet(answer.exchange.response.headers) : [])])
}
