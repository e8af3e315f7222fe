import type { Run } from '../run/run.ts'
import { addExchange, type Role, type Trace } from '../run/trace.ts'
import { AskedToWait, SetupFailed, WouldExpire } from '../outcomes.ts'
import {
  header,
  WireFailure,
  type Exchange,
  type Header,
  type Part,
  type SendOptions,
  type WireRequest,
} from '../wire/exchange.ts'
import { currentAllowance, idOfCase, isFirst, untilOfCase } from '../run/current-case.ts'
import { currentTry } from '../ledgers/try.ts'
import { HeldBack } from '../wire/socket/wire-failure.ts'
import { mostDiffering } from '../wire/large-bodies.ts'
import { isChallenge, isMissing, isOutage, readJson, tokenIn } from './answer.ts'
import type { Credential } from './credentials/credentials.ts'
import { listPath } from '../facts/families.ts'
import type { Attempt, Ending } from '../ledgers/attempt.ts'
import { isMadeOfDeclared } from './made-of-declared.ts'

export interface ApiRequest {
  method: string
  /** Path below the base URL's prefix, query string included; the whole target if `whole` is set. */
  path: string
  whole?: boolean
  credential: Credential
  accept?: string
  headers?: readonly Header[]
  body?: string | Uint8Array
  role: Role
  /** The part of the API whose declared header fields the request carries. */
  part: Part
  options?: SendOptions
  /** For a POST: what the ledger of failed logins has to know; absent: belongs to no account, and is to be rejected. */
  login?: LoginAttempt
}

export interface LoginAttempt extends Attempt {
  /** The outcome of an answer; if it returns undefined, token and challenge decide. */
  ending?: (exchange: Exchange) => Ending | undefined
  /** Sent to another path than the login's, which may not exist. */
  elsewhere?: true
}

/**
 * Sends a request of the API. Follows a 307 or 308 within the origin, at most three times, with credentials made for the
 * new target; follows no other redirect.
 * @throws SetupFailed if no complete answer came, or one that says nothing: 429, 502, 503, 504, or a body that was cut;
 * AskedToWait if the answer asks to come back later, or WouldExpire if an earlier one did, and a code would be invalid by then
 */
export async function send(run: Run, trace: Trace, request: ApiRequest): Promise<Exchange> {
  const asked = request.whole ? request.path : run.wire.prefix + request.path
  let target = followed(run.redirects, asked)
  for (let hops = 0; ; hops++) {
    const exchange = await sendWhenOpen(run, trace, request, target)
    const next = hops < 3 ? redirectTarget(exchange, run.wire.origin) : undefined
    if (next === undefined) return exchange
    const query = target.slice(pathOf(target).length)
    target = next.includes('?') ? next : next + query
  }
}

/**
 * Sends a request again if another one was asked to come back later while this one waited for its turn. Also does so if it
 * was itself asked to, where starting again did not help: work with several logins may always ask for one too soon, and a
 * case of many requests may always ask for more than the server allows in its window.
 */
async function sendWhenOpen(run: Run, trace: Trace, request: ApiRequest, target: string): Promise<Exchange> {
  for (let putOff = 0; ;) {
    try {
      return await sendOnce(run, trace, request, target)
    } catch (error) {
      const waitsHere = error instanceof AskedToWait && maySendAgain(run, request, putOff++)
      if (!(error instanceof HeldBack) && !waitsHere) throw error
    }
  }
}

async function sendOnce(run: Run, trace: Trace, request: ApiRequest, target: string): Promise<Exchange> {
  const { method, role, options } = request
  const { rateLimit } = run
  // Waits before the request is created; otherwise it would carry a date from before the wait.
  if (!rateLimit.isOpen()) {
    if (currentTry()?.mayRestart && wouldGoStale(run, request))
      throw new WouldExpire(`${method} ${target} has to wait for so long that its one-time code would expire`)
    await rateLimit.pass(untilOfCase())
  }
  const wireRequest = await written(run, request, target)
  // Every POST of the suite goes to a login or a second step.
  const attempt = method === 'POST' ? { ...request.login, by: idOfCase() } : undefined
  // Answers to other attempts may leave room for this one.
  for (let busy; (busy = attempt && run.failedLogins.untilRoom(attempt, currentAllowance()));) await busy
  const settle = attempt && run.failedLogins.attempt(attempt, currentAllowance())
  let isLater: boolean | undefined
  let beganAt: number | undefined
  const mayBegin = () => {
    beganAt = run.monotonic()
    return rateLimit.isOpen()
  }
  const onAnswer = (exchange: Exchange) => {
    if (!mayBeBan(run, exchange)) isLater = rateLimit.answered(exchange, false, beganAt)
  }
  try {
    const exchange = await rateLimit.underWay(() =>
      run.wire.send(wireRequest, { ...options, part: request.part, first: isFirst(), mayBegin, onAnswer }),
    )
    const ban = await isBan(run, exchange)
    isLater ??= rateLimit.answered(exchange, ban === true, beganAt)
    // A server may count an invalid login even if it answers 429; without Retry-After, it need not mean to be asked again.
    const isInvalid = attempt !== undefined && attempt.way === undefined && run.failedLogins.limited
    const mayCount = isLater && isInvalid && !asksToWait(exchange.response) && !rateLimit.limitsAll(exchange)
    if (mayCount) isLater = false
    settle?.(mayCount ? 'unanswered' : isLater ? 'neither' : endingOf(exchange, request, run))
    run.cutOff.answered(exchange)
    if (method === 'GET')
      run.slowestGetMs = Math.max(exchange.answeredAt - exchange.sentAt, run.slowestGetMs * forgetting)
    addExchange(trace, role, exchange)
    if (ban instanceof WireFailure)
      throw new SetupFailed(
        `${method} ${target} answered 403${retryAfter(exchange)}; whether everybody is banned is unknown: ${ban.message}`,
      )
    demandSaysSomething(run, exchange, isLater)
    return exchange
  } catch (error) {
    // The server may have counted a request that got no answer, unless it never came.
    const isUnsent = error instanceof HeldBack || (error instanceof WireFailure && error.kind === 'refused')
    settle?.(isUnsent ? 'neither' : 'unanswered')
    if (!(error instanceof WireFailure)) throw error
    run.cutOff.note(error, idOfCase())
    trace.exchanges.push({ role, failure: error })
    const sent = `${method} ${target}`
    const isNamed = error.message.includes(sent)
    throw new SetupFailed(isNamed ? error.message : `${sent} got no complete answer: ${error.message}`)
  }
}

/** The request as it goes on the wire, with the fields of its credential. */
async function written(run: Run, request: ApiRequest, target: string): Promise<WireRequest> {
  const { method, credential, accept = 'application/json', headers = [], body } = request
  const date = credential.signs ? (credential.date ?? (await run.signatureDates.next())) : ''
  if (credential.secret !== undefined && isMadeOfDeclared(run.declaration, credential.secret))
    run.secrets.add(credential.secret, 'an invalid credential made of a valid one')
  const fields = credential.fields({ method, target, host: hostOf(run.wire.origin), accept, date })
  // A server that accepts repeats accepts a signature forever, so it is a secret.
  for (const [, value] of fields) {
    const made = /\bsignature="([^"]+)"/.exec(value)?.[1]
    if (made !== undefined && made.length >= hmacLength) run.secrets.add(made, 'a signature')
  }
  return {
    method,
    target,
    headers: [...(accept === '' ? [] : [['Accept', accept] as const]), ...headers, ...fields],
    ...(body === undefined ? {} : { body }),
  }
}

/**
 * @param isLater true if the answer asks to come back later
 * @throws AskedToWait if it does; SetupFailed for another answer that says nothing
 */
function demandSaysSomething({ rateLimit, declaration }: Run, exchange: Exchange, isLater: boolean): void {
  const { request, response } = exchange
  const { status } = response
  const said = `${request.method} ${request.target} answered ${status}`
  const later = `${said}${retryAfter(exchange)}`
  if (isLater) throw new AskedToWait(asksToWait(response) ? later : `${later}; ${rateLimit.remedy()}`)
  // nginx limits requests with 503 by default.
  if (isOutage(status))
    throw new SetupFailed([429, 503].includes(status) ? `${later}; ${rateLimit.remedy()}` : later)
  if (response.truncated) {
    const why = response.isOneTooMany ? oneTooMany : tooLong
    throw new SetupFailed(`${said} with a body ${why(declaration.limits.maxBodyBytes)}, which proves nothing`)
  }
}

/**
 * The longest wait after which one-time codes are still sent, in milliseconds. A code is handed out at least 5 s before its
 * step ends. In real time, a run has few codes, and many servers accept one for a further step.
 */
const survived = { jump: 2000, realTime: 30_000 }

/** True if a one-time code would expire before the subject may be called again. */
function wouldGoStale({ rateLimit, clock }: Run, { login }: ApiRequest): boolean {
  const longestMs = clock.movable && !clock.realTime ? survived.jump : survived.realTime
  return (currentTry()?.holdsCode === true || login?.isCode === true) && rateLimit.leftMs() > longestMs
}

/** The longest wait, in milliseconds, in which nothing expires that a GET needs, such as a token or a web session. */
const harmlessMs = 60_000

/**
 * True for a first step in work that has started again before: it needs nothing that expires. True once for a GET in work that
 * has started again twice: if the server answers nothing else, the work has to show that it still answers other requests.
 */
function maySendAgain(run: Run, request: ApiRequest, putOff: number): boolean {
  const restarts = currentTry()?.restarts ?? 0
  if (restarts === 0 || wouldGoStale(run, request)) return false
  if (request.login !== undefined) return !request.login.isCode
  return restarts > 1 && putOff === 0 && run.rateLimit.leftMs() <= harmlessMs
}

/** The factor by which the slowest GET fades with each further one: after fifty, when its load is over, a fifth is left. */
const forgetting = 0.97

const tooLong = (maxBodyBytes: number): string => `longer than ${sized(maxBodyBytes)} (limits.maxBodyBytes)`
/** Why a shorter body was not read. */
const oneTooMany = (maxBodyBytes: number): string =>
  `of over 1 MiB, after ${sized(mostDiffering * maxBodyBytes)} of such bodies that all differ (${mostDiffering} times limits.maxBodyBytes; 0: no limit)`
const sized = (bytes: number): string =>
  bytes >= mebibyte ? `${+(bytes / mebibyte).toFixed(1)} MiB` : `${bytes} bytes`
const mebibyte = 1024 * 1024
/** How a server counts a request to a login: as failed, unless a token or a challenge came. */
function endingOf(exchange: Exchange, { login }: ApiRequest, { wire: { origin }, unknownPath }: Run): Ending {
  const told = login?.ending?.(exchange)
  if (told !== undefined) return told
  if (redirectTarget(exchange, origin) !== undefined || isOutage(exchange.response.status)) return 'neither'
  // A valid attempt gets such a status only if the path does not exist; an invalid one may be rejected with it.
  if (login?.way !== undefined && isMissing(exchange.response.status)) return 'neither'
  const { status } = exchange.response
  if (
    login?.elsewhere &&
    (status === unknownPath.POST?.response.status || (status >= 300 && status < 400) || status >= 500)
  )
    return 'neither'
  const json = readJson(exchange)
  // A server counts a 401 as a failure, whatever its body holds.
  const isCounted = login?.way === undefined && status >= 400
  if (tokenIn({ json }) !== undefined && !isCounted) return 'token'
  return isChallenge({ json }) ? 'challenge' : 'rejected'
}

/** Length of an HMAC-SHA256 in base64; a shorter one is made up. */
const hmacLength = 44

const mayBeBan = (run: Run, { response }: Exchange): boolean =>
  response.status === 403 && asksToWait(response) && run.bansShow !== false

/**
 * True if a 403 with Retry-After is a ban, which everybody gets. A server may also put Retry-After on the rejection of an
 * invalid password. So this asks for the list without credentials, which was answered without Retry-After before. Returns
 * the failure if no answer comes.
 */
async function isBan(run: Run, exchange: Exchange): Promise<boolean | WireFailure> {
  if (!mayBeBan(run, exchange)) return false
  const headers = [['Accept', 'application/json']] as const
  const request = { method: 'GET', target: run.wire.prefix + listPath.v1, headers }
  try {
    return asksToWait((await run.wire.send(request, { part: 'list' })).response)
  } catch (error) {
    if (error instanceof WireFailure) return error
    throw error
  }
}

export const asksToWait = ({ headers }: Exchange['response']): boolean =>
  header(headers, 'retry-after') !== undefined

function retryAfter({ response }: Exchange): string {
  const value = header(response.headers, 'retry-after')
  return value === undefined ? '' : `, to be tried again after ${value}`
}

/** What follows the scheme of an origin. */
const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2)

/** A target without its query string. */
export const pathOf = (target: string): string => target.split('?')[0] ?? target

function followed(redirects: ReadonlyMap<string, string>, target: string): string {
  const path = pathOf(target)
  const next = redirects.get(path)
  return next === undefined ? target : next + target.slice(path.length)
}

/**
 * The target of a redirect that keeps method and body and stays within the origin; undefined for any other answer. A challenge
 * is none, whatever its status: it may send a browser to the page for the second step.
 */
export function redirectTarget(exchange: Exchange, origin: string): string | undefined {
  const { request, response } = exchange
  if ((response.status !== 307 && response.status !== 308) || isChallenge({ json: readJson(exchange) }))
    return undefined
  const location = header(response.headers, 'location')
  if (location === undefined || !URL.canParse(location, origin + request.target)) return undefined
  const url = new URL(location, origin + request.target)
  return url.origin === new URL(origin).origin ? url.pathname + url.search : undefined
}
