import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { attempt } from '../wire/attempt.ts'
import { withinBytes } from '../wire/large-bodies.ts'
import { header, type Exchange } from '../wire/exchange.ts'
import { withoutTraceId } from '../wire/traceparent.ts'
import type { Family } from '../facts/families.ts'

export type Operation = 'login' | 'second-step' | 'list' | 'web-login' | 'page'

/** The answer to one operation: its last exchange, after the redirects that may be followed, and what was asked. */
export interface Answer {
  operation: Operation
  exchange: Exchange
  /** The body parsed as JSON; undefined if it is not JSON. */
  json: unknown
  family?: Family
  /** The path that was asked, from which a redirect may have led elsewhere. */
  asked?: string
  /** Whose credentials were presented, if known. */
  username?: string
  /** For a list: whose credential it was, even if that is only known from the login that returned the token. */
  owner?: string
  /** True if the body has a `token` that was tried and opens no list. */
  tokenOpensNothing?: boolean
  /** For a second step kept in a session: the answer to the code, after which the login was sent again. */
  step?: Answer
  /** `POST /path answered 200 {…}` for messages. Known secrets are not masked yet. */
  said: string
}

/** Statuses that say nothing about the judged rule: a proxy's trouble, or too many requests. */
export const isOutage = (status: number): boolean => status === 429 || (status >= 502 && status <= 504)

/** Statuses of a path where nothing is. */
export const isMissing = (status: number): boolean => [404, 405, 410].includes(status)

export const isSuccess = ({ exchange }: Answer): boolean =>
  exchange.response.status >= 200 && exchange.response.status < 300

/** True if the content type is JSON: `application/json`, or a type with the suffix `+json`. */
export function claimsJson(answer: Answer, type = /^application\/([\w.-]+\+)?json$/i): boolean {
  const value = header(answer.exchange.response.headers, 'content-type') ?? ''
  return type.test(value.split(';')[0]?.trim() ?? '')
}

export const bodyText = ({ response }: Exchange): string => decoder.decode(response.body)

/** The body without the request's trace id, which a server may put into each answer; for comparing two bodies. */
export const comparableBody = (exchange: Exchange): string =>
  withoutTraceId(bodyText(exchange), exchange.request.headers)

/** The longest page that is compared without its words with digits, in characters. */
const longestPage = 65_536

/**
 * True if two pages are the same, apart from words with digits: a page often has an ID of the request, a time or an address.
 * Long ones must be equal.
 */
export function isSamePage(one: string, other: string): boolean {
  if (one === other) return true
  const withoutIds = (text: string) =>
    text.replaceAll(/[\w.:/+=-]+/g, (word) => (/\d/.test(word) ? '' : word))
  return Math.max(one.length, other.length) <= longestPage && withoutIds(one) === withoutIds(other)
}

/** The beginning of a body as text; a character that is cut in two at its end is left out. */
export const beginningOf = ({ response }: Exchange, bytes: number): string =>
  response.body.length <= bytes
    ? decoder.decode(response.body)
    : decoder.decode(response.body.subarray(0, bytes)).replace(/\ufffd$/, '')

/** Created once: creating a decoder takes longer than decoding most bodies. */
const decoder = new TextDecoder()

/** The body parsed as JSON; undefined if it is not JSON. Equal long bodies share one value, so it must not be changed. */
export function readJson({ response: { body } }: Exchange): unknown {
  if (body.length <= longBytes) return parsed(body)
  const known = recent.find((one) => one.body === body || Buffer.compare(one.body, body) === 0)
  const read = known ?? { body, json: parsed(body) }
  if (!known && body.length > hugeBytes) hugeRead++
  const others = recent.filter((one) => one !== read)
  const hugeBytesOf = (one: { body: Uint8Array }) => (one.body.length > hugeBytes ? one.body.length : 0)
  recent = withinBytes([read, ...others], hugeBytesOf, hugeRead > mostHugeRead ? 0 : recentHugeBytes).slice(
    0,
    mostRecent,
  )
  return read.json
}

const longBytes = 16 * 1024
/** How many of the last long bodies are kept: most come again, and parsing them takes long. */
const mostRecent = 4
/** The most bytes of huge bodies that are kept; the last one is always kept. */
const recentHugeBytes = 48 * 1024 * 1024
/** After more huge bodies than this, only the last is kept, because most don't come again. */
const mostHugeRead = 4
let hugeRead = 0
let recent: { body: Uint8Array; json: unknown }[] = []

let collect: (() => void) | undefined
/** Called before a huge body is parsed, so that earlier bodies, and what was made of them, don't pile up. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--heap-growing-percent=30')
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

/** Parsing a larger body takes hundreds of megabytes, and V8 would let as much garbage pile up first. */
export const hugeBytes = 4 * 1024 * 1024

/** Estimates how many bytes a parsed body takes: each list or object takes more than the character that opens it. */
function heldBytes(body: Uint8Array): number {
  if (body.length <= longBytes || body.length > hugeBytes) return body.length
  let opened = 0
  // A function called for each byte takes about eight times as long, which a run with many such bodies spends in seconds.
  for (let at = 0; at < body.length; at++) if (body[at] === 0x5b || body[at] === 0x7b) opened++
  return body.length + opened * bytesWhereOpened
}
const bytesWhereOpened = 48

function parsed(body: Uint8Array): unknown {
  if (heldBytes(body) > hugeBytes) collectGarbage()
  return attempt(() => JSON.parse(decoder.decode(body)) as unknown)
}

/** True if the body contains a text, unescaped. */
export const bodyHolds = ({ response: { body } }: Exchange, text: string): boolean =>
  Buffer.from(body.buffer, body.byteOffset, body.length).includes(text)

/** The token of a token response; undefined if there is none. `null`, `""` and what opens nothing are not tokens. */
export function tokenIn({
  json,
  tokenOpensNothing = false,
}: Pick<Answer, 'json' | 'tokenOpensNothing'>): string | undefined {
  if (tokenOpensNothing) return undefined
  const token = field(json, 'token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** A member of a JSON object; undefined if the value is not an object or lacks the member. */
export function field(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  return Object.hasOwn(json, name) ? (json as Record<string, unknown>)[name] : undefined
}

/**
 * True if a body is a second-factor challenge, at any status: code 101, a seed with a path, or the path of a second step
 * in a session. Code 101 alone is none, since the specification leaves the body of a rejection open; it is one beside a seed, a
 * path or a token.
 */
export function isChallenge({ json }: Pick<Answer, 'json'>): boolean {
  const inSession = field(json, 'error') !== undefined && field(field(json, 'data'), 'url') !== undefined
  const isGiven = (name: string) => ![undefined, null, ''].includes(field(json, name) as string)
  const [seed, path] = [isGiven('seed'), isGiven('otp_url')]
  const goesOn = field(json, 'code') === 101 && (seed || path || tokenIn({ json }) !== undefined)
  return goesOn || (seed && path) || inSession
}
