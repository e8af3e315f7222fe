import { header, type Exchange } from '../wire/exchange.ts'
import type { Family } from './families.ts'

export type Operation = 'login' | 'second-step' | 'list' | 'web-login' | 'page'

/** The answer to one operation: its last exchange (redirects that may be followed are), and what it was asked for. */
export interface Answer {
  operation: Operation
  exchange: Exchange
  /** The body read as JSON; undefined where it is not JSON. */
  json: unknown
  family?: Family
  /** The path that was asked, where a redirect may have led elsewhere. */
  asked?: string
  /** Whose credentials were presented, where known. */
  username?: string
  /** Of a list: whose credential it was, also where that was learned from the login that answered the token. */
  owner?: string
  /** `POST /path answered 200 {…}`, secrets masked, for messages. */
  said: string
}

/** Statuses that say nothing about the judged rule: a proxy's trouble, or too many requests. */
export const isOutage = (status: number): boolean => status === 429 || (status >= 502 && status <= 504)

export const isSuccess = ({ exchange }: Answer): boolean =>
  exchange.response.status >= 200 && exchange.response.status < 300

/** True where the content type says JSON: `application/json`, or a type with the suffix `+json`. */
export function claimsJson(answer: Answer, type = /^application\/([\w.-]+\+)?json$/i): boolean {
  const value = header(answer.exchange.response.headers, 'content-type') ?? ''
  return type.test(value.split(';')[0]?.trim() ?? '')
}

export const bodyText = ({ response }: Exchange): string => decoder.decode(response.body)

/** Made once: each takes longer to make than to decode most bodies. */
const decoder = new TextDecoder()

export function readJson(exchange: Exchange): unknown {
  try {
    return JSON.parse(bodyText(exchange))
  } catch {
    return undefined
  }
}

/** The token of a token response; undefined where there is none. `null` and `""` are no token. */
export function tokenIn({ json }: Answer): string | undefined {
  const token = field(json, 'token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** A member of a JSON object, undefined where the value is no object or lacks it. */
export function field(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  return Object.hasOwn(json, name) ? (json as Record<string, unknown>)[name] : undefined
}

/** True where a body is a second-factor challenge, at any status: code 101, a seed and a path, or the path of a step in session. */
export function isChallenge({ json }: Answer): boolean {
  const inSession = field(json, 'error') !== undefined && field(field(json, 'data'), 'url') !== undefined
  const isGiven = (name: string) => ![undefined, null, ''].includes(field(json, name) as string)
  return field(json, 'code') === 101 || (isGiven('seed') && isGiven('otp_url')) || inSession
}
