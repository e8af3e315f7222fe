import { families, listPath, loginPath, secondStepPath, type Family } from '../facts/families.ts'
import { jsonIn } from '../wire/shown/json-in.ts'
import type { Played } from './played.ts'
import { headersOf, type Recorded } from './recorded.ts'
import { isSamePath } from './same-url.ts'

export type CallKind = 'login' | 'second-step' | 'list' | 'page' | 'other'
export type Encoding = 'json' | 'form' | 'none' | 'other'
export type Owner = 'plain' | 'mfa'

/** A request with its interpretation. */
export interface Call extends Recorded {
  kind: CallKind
  /** Path without the prefix of the base URL, and without the query. */
  path: string
  query: string
  /** True if the path is that of the base URL, or below it. */
  isBelow: boolean
  family?: Family
  encoding: Encoding
  /** Fields of the body. */
  fields: Readonly<Record<string, unknown>>
  scheme?: string
  /** The text after the scheme word. */
  credential?: string
  /** Values of cookies named `sessionid`. */
  sessionIds: string[]
  /** The answer's JSON. */
  said?: unknown
}

export interface GivenToken {
  text: string
  owner: Owner | undefined
  by: Call
}

export interface GivenChallenge {
  seed: string
  otpUrl: string
  owner: Owner | undefined
  by: Call
}

/** An interpretation of a scenario's exchanges in the terms of the specification. */
export interface Reading {
  played: Played
  calls: Call[]
  tokens: GivenToken[]
  challenges: GivenChallenge[]
  /** Values of `sessionid` set by the server, in order. */
  cookies: { value: string; by: Call }[]
}

/** Interprets everything that was sent, without judging it. */
export function readCalls(played: Played): Reading {
  const reading: Reading = { played, calls: [], tokens: [], challenges: [], cookies: [] }
  for (const exchange of played.exchanges) {
    const call = readCall(exchange, reading)
    reading.calls.push(call)
    note(call, reading)
  }
  return reading
}

function readCall(exchange: Recorded, reading: Reading): Call {
  const { request, answer } = exchange
  const { prefix } = reading.played
  const [whole = '', query = ''] = request.target.split(/\?(.*)/s)
  const isBelow = whole === prefix || whole.startsWith(`${prefix}/`)
  const path = isBelow ? whole.slice(prefix.length) : whole
  const { encoding, fields } = readBody(request.body)
  // A header that is sent twice has both values (RFC 9110, section 5.3).
  const authorization = headersOf(request.headers, 'authorization').join(', ')
  const [, scheme, credential] = /^(\S+)(?:\s+([^]*))?$/.exec(authorization) ?? []
  const sessionIds = headersOf(request.headers, 'cookie').flatMap((text) =>
    text
      .split(';')
      .flatMap((pair) => (/^\s*sessionid=/.test(pair) ? [pair.trim().slice('sessionid='.length)] : [])),
  )
  const said = answer && jsonIn(text(answer.body))
  const family = families.find((one) => path === loginPath[one] || path === listPath[one])
  const call: Call = {
    ...exchange,
    kind: 'other',
    path,
    query,
    isBelow,
    encoding,
    fields,
    sessionIds,
    ...(family === undefined ? {} : { family }),
    ...(scheme === undefined ? {} : { scheme }),
    ...(credential === undefined ? {} : { credential }),
    ...(said === undefined ? {} : { said }),
  }
  return { ...call, kind: kindOf(call, reading) }
}

function kindOf(call: Call, { played, challenges: all }: Reading): CallKind {
  const { path, request, fields, query, scheme } = call
  const challenges = latest(all)
  if (call.at === 'other') return 'other'
  if (played.pages.includes(path)) return 'page'
  if (Object.values(listPath).includes(path)) return 'list'
  const hasSeed = challenges.some(({ seed }) => seed.length > 3 && Object.values(fields).includes(seed))
  // A client may write both requests from one type, so that a login has an otp_code too, without a value.
  const isLoginWithMore = Object.values(loginPath).includes(path) && 'password' in fields && !hasSeed
  const isStep =
    path === secondStepPath ||
    challenges.some(({ otpUrl }) => leadsTo(otpUrl, played.prefix, path)) ||
    ('otp_code' in fields && !isLoginWithMore) ||
    hasSeed
  if (isStep) return 'second-step'
  const { plain, mfa } = played.identities
  const passwords = [plain.password, mfa.password]
  const sent = [...Object.values(fields), ...new URLSearchParams(query).values()]
  const carries = passwords.some((password) => sent.includes(password))
  // Requesting the path without a password is not a login, and DELETE may be a logout.
  const isLook = /^(GET|HEAD|OPTIONS|DELETE)$/.test(request.method) && !carries
  const isLogin = carries || (Object.values(loginPath).includes(path) && !isLook)
  if (isLogin) return 'login'
  const isCredential = /^(bearer|token|signature)$/i.test(scheme ?? '')
  const isSession = call.sessionIds.length > 0 && /users/.test(path)
  return (isCredential || isSession) && !/^(OPTIONS|POST|PUT|PATCH|DELETE)$/.test(request.method)
    ? 'list'
    : 'other'
}

/** True if an `otp_url` may refer to a path, which is below the base URL. */
export const leadsTo = (otpUrl: string, prefix: string, path: string): boolean =>
  pathsOf(otpUrl, prefix).some((one) => isSamePath(one, path))

/** Returns the paths, below the base URL, that an `otp_url` may refer to. */
function pathsOf(otpUrl: string, prefix: string): string[] {
  const bare = otpUrl.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? ''
  const rooted = bare.startsWith('/') ? bare : `/${bare}`
  const resolved = new URL(rooted, 'http://a').pathname
  // A client may join a URL that leads elsewhere to its own origin, as a text.
  const joined = `/${otpUrl.replace(/^\/+/, '').split(/[?#]/)[0] ?? ''}`
  return [rooted, resolved, joined].flatMap((path) => [
    path,
    ...(prefix !== '' && path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : []),
  ])
}

/** Records what the answer gave the client. */
function note(call: Call, reading: Reading): void {
  const { answer, said } = call
  if (!answer || call.at === 'other') return
  for (const [name, value] of answer.headers) {
    const [, id] = /^sessionid=([^;]*)/.exec(value) ?? []
    if (name.toLowerCase() === 'set-cookie' && id !== undefined && id !== '' && id !== '""')
      reading.cookies.push({ value: id, by: call })
  }
  if (typeof said !== 'object' || said === null || (call.kind !== 'login' && call.kind !== 'second-step'))
    return
  const { token, code, seed, otp_url: otpUrl } = said as Record<string, unknown>
  const owner = ownerOf(call, reading)
  if (typeof token === 'string' && token !== '') reading.tokens.push({ text: token, owner, by: call })
  if (code === 101 && typeof seed === 'string' && typeof otpUrl === 'string')
    reading.challenges.push({ seed, otpUrl, owner, by: call })
}

function ownerOf(call: Call, { played, challenges }: Reading): Owner | undefined {
  const { plain, mfa } = played.identities
  if (call.kind === 'second-step')
    return challenges.findLast(({ seed }) => seed === call.fields['seed'])?.owner
  const name = call.fields['username'] ?? new URLSearchParams(call.query).get('username')
  return name === plain.username ? 'plain' : name === mfa.username ? 'mfa' : undefined
}

function readBody(body: Uint8Array): { encoding: Encoding; fields: Record<string, unknown> } {
  if (body.length === 0) return { encoding: 'none', fields: {} }
  const whole = text(body)
  const json = jsonIn(whole)
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return { encoding: 'json', fields: json as Record<string, unknown> }
  // Parsers of forms skip an empty field, such as before an & at the start (URL Standard, section 5.1).
  if (json === undefined && /^&*[^\s=&{["<]+=[^\s]*$/.test(whole))
    return { encoding: 'form', fields: Object.fromEntries(new URLSearchParams(whole)) }
  return { encoding: 'other', fields: {} }
}

/**
 * The last hundred of what the server gave, in all or before a call: a client that logs in without end is given thousands,
 * and each of its requests would have to be compared with all of them.
 */
export function latest<T extends { by: Call }>(given: readonly T[], call?: Call): readonly T[] {
  const end = call ? given.findLastIndex(({ by }) => by.number < call.number) + 1 : given.length
  return given.slice(Math.max(0, end - 100), end)
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
