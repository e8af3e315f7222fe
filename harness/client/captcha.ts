import { SetupFailed } from '../outcomes.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import { beginningOf, field, readJson, type Answer } from './answer.ts'
import { wholeOrLength } from '../wire/shown/shortened.ts'
import { once } from '../facts/once.ts'

/** How much of a page is searched, in characters. */
const searched = 256 * 1024
/** How far into a tag the word is searched, in characters. */
const longestTag = 1000
const words = /captcha|cf-turnstile/gi
/** Members of a JSON answer that may say what is wrong. */
const reasons = ['error', 'code', 'type', 'msg', 'message', 'detail']

/**
 * Returns what names a captcha in an answer: an element of a page (`<input name="captcha_1">`, hCaptcha, reCAPTCHA,
 * Turnstile), or a member of a JSON object or its error code. Undefined if nothing does. Only use it to explain why a valid
 * login was rejected: a page may have a captcha that it does not demand yet.
 */
export function captchaIn(exchange: Exchange): string | undefined {
  const type = header(exchange.response.headers, 'content-type') ?? ''
  if (/json/i.test(type)) return inJson(readJson(exchange))
  return inPage(beginningOf(exchange, searched))
}

const inJson = (json: unknown): string | undefined =>
  typeof json !== 'object' || json === null || Array.isArray(json)
    ? undefined
    : namedIn(json as Record<string, unknown>)

const namedIn = once((json: Record<string, unknown>): string | undefined => {
  for (const name of Object.keys(json))
    if (/captcha/i.test(name) && Boolean(json[name])) return wholeOrLength(name, 50)
  return reasons.find((name) => {
    const said = field(json, name)
    return typeof said === 'string' && /captcha/i.test(said)
  })
})

/** The first tag that contains the word; text outside tags may mention anything. */
function inPage(page: string): string | undefined {
  for (const { index, 0: word } of page.matchAll(words)) {
    const from = Math.max(0, index - longestTag)
    const before = page.slice(from, index)
    const open = before.lastIndexOf('<')
    if (open < 0 || before.indexOf('>', open) >= 0) continue
    const [, name = word] = /["'=]?([\w-]*)$/.exec(before.slice(-50)) ?? []
    const end = /^[\w-]*/.exec(page.slice(index, index + 50))?.[0] ?? word
    return name + end
  }
  return undefined
}

/** Why a login failed, for the operator. */
export const demandsCaptcha = (named: string): string => `the server demands a captcha (${named})`

/** @throws SetupFailed if a valid login was rejected because it lacks a captcha, which says nothing about the login */
export function demandNoCaptcha({ exchange, said }: Pick<Answer, 'exchange' | 'said'>): void {
  const named = captchaIn(exchange)
  if (named !== undefined) throw new SetupFailed(`${demandsCaptcha(named)}: ${said}`)
}
