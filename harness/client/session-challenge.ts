import type { Run } from '../engine/run.ts'
import { SetupFailed } from '../verdicts/outcomes.ts'
import type { Header } from '../wire/exchange.ts'
import { field, isSuccess, tokenIn, type Answer } from './answer.ts'
import { cookiesSet } from './cookies.ts'

/**
 * The second step of servers that keep the challenge in a session (`mfaFlow: session-challenge`): the first login
 * answers without a token, sets a cookie, and names a path in `data.url`; `{type: "otp", code}` is posted there with the
 * cookie; a second login with the cookie then answers the token. Source: `docs/guides/jumpserver.md`.
 *
 * @throws SetupFailed where the answer is no such challenge
 */
export function readSessionChallenge(answer: Answer): { url: string; cookies: ReadonlyMap<string, string> } {
  const url = field(field(answer.json, 'data'), 'url')
  const cookies = cookiesSet(answer.exchange.response.headers)
  if (tokenIn(answer) !== undefined || typeof url !== 'string' || url === '' || cookies.size === 0) {
    throw new SetupFailed(`no session challenge (data.url and a cookie) came: ${answer.said}`)
  }
  return { url, cookies }
}

/** Notes, where a login is answered with a challenge in a session and none is declared, what would be. */
export function suggestSessionFlow({ declaration, hints }: Run, { json }: Answer): void {
  if (declaration.mfaFlow === 'session-challenge' || field(json, 'error') !== 'mfa_required') return
  hints.add(
    'a login was answered with mfa_required, a challenge that is kept in a session: declare mfaFlow: session-challenge to have the second step judged',
  )
}

/** The cookies as a request carries them, with the CSRF token as its header where there is one. */
export function cookieFields(cookies: ReadonlyMap<string, string>): Header[] {
  const kept = [...cookies].filter(([, value]) => value !== '')
  const csrf = kept.find(([name]) => /csrf/i.test(name))?.[1]
  return [
    ['Cookie', kept.map(([name, value]) => `${name}=${value}`).join('; ')],
    ...(csrf === undefined ? [] : [['X-CSRFToken', csrf] as const]),
  ]
}

/** The cookies after an answer: renewed where it was accepted; those of rejections are ignored. */
export function renewed(cookies: ReadonlyMap<string, string>, answer: Answer): Map<string, string> {
  return new Map([...cookies, ...(isSuccess(answer) ? cookiesSet(answer.exchange.response.headers) : [])])
}
