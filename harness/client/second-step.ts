import type { LoginAccount } from './api-options.ts'
import { SetupFailed } from '../outcomes.ts'
import type { Wire } from '../wire/exchange.ts'
import { field, type Answer } from './answer.ts'
import { loginPath, type Family } from '../facts/families.ts'

/** A second-factor challenge as the client keeps it (Second-factor challenge response). */
export interface Challenge {
  account: LoginAccount
  family: Family
  seed: string
  otpUrl: string
  answer: Answer
  /** The session's cookies, if the subject keeps challenges in a session. */
  cookies?: ReadonlyMap<string, string>
}

/** Reads a challenge. @throws SetupFailed if the answer is not a challenge that can be answered */
export function readChallenge(answer: Answer, account: LoginAccount, family: Family): Challenge {
  const [code, seed, otpUrl] = [
    field(answer.json, 'code'),
    field(answer.json, 'seed'),
    field(answer.json, 'otp_url'),
  ]
  if (code !== 101 && code !== '101')
    throw new SetupFailed(`no second-factor challenge came: ${answer.said}${flowHint(answer)}`)
  if (typeof seed !== 'string' || seed === '' || typeof otpUrl !== 'string' || otpUrl === '') {
    throw new SetupFailed(`a challenge without a usable seed and otp_url came: ${answer.said}`)
  }
  return { account, family, seed, otpUrl, answer }
}

const flowHint = ({ json }: Answer): string =>
  field(json, 'error') === 'mfa_required' ? '; declare mfaFlow: session-challenge' : ''

/**
 * Returns the request target that an `otp_url` names: with or without the path prefix of the base URL, absolute or relative;
 * with leading dots, only the login can be what it is relative to.
 * @throws SetupFailed if it names another origin: no code is ever sent there
 */
export function resolveOtpUrl(
  { otpUrl, family }: Pick<Challenge, 'otpUrl' | 'family'>,
  { origin, prefix }: Pick<Wire, 'origin' | 'prefix'>,
): string {
  // Relative, but with the prefix: counts from the root.
  const isFromRoot = prefix !== '' && otpUrl.startsWith(`${prefix.slice(1)}/`)
  const isFromLogin = /^\.\.?\//.test(otpUrl)
  const base = `${origin}${isFromRoot ? '' : prefix}${isFromLogin ? loginPath[family] : '/'}`
  if (!URL.canParse(otpUrl, base)) throw new SetupFailed('otp_url is not a path')
  const url = new URL(otpUrl, base)
  if (url.origin !== new URL(origin).origin)
    throw new SetupFailed(`otp_url names another origin, ${url.origin}`)
  const target = url.pathname + url.search
  return target === prefix || target.startsWith(`${prefix}/`) ? target : prefix + target
}

/** A second step's path without what may differ from challenge to challenge: the query, and segments that look generated. */
export const sameForAll = (path: string): string =>
  (path.split('?')[0] ?? path)
    .split('/')
    .map((segment) => (isGenerated(segment) ? '…' : segment))
    .join('/')

const isGenerated = (segment: string): boolean =>
  segment.length >= 16 || (segment.length >= 6 && /\d/.test(segment))
