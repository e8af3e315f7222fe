import type { Run } from '../cases/run.ts'
import type { Role, Trace } from '../cases/trace.ts'
import { SetupFailed } from '../verdicts/outcomes.ts'
import { header, WireFailure, type Exchange, type Header, type SendOptions } from '../wire/exchange.ts'
import { isOutage } from './answer.ts'
import type { Credential } from './credentials.ts'
import { isMadeOfDeclared } from './made-of-declared.ts'

export interface ApiRequest {
  method: string
  /** Path below the base URL's prefix, query string included; or the whole target where `whole` is set. */
  path: string
  whole?: boolean
  credential: Credential
  accept?: string
  headers?: readonly Header[]
  body?: string | Uint8Array
  role: Role
  options?: SendOptions
}

/**
 * Sends a request of the API. A 307 or 308 within the origin is followed, three at the most, with credentials made
 * anew for the new target; nothing else is followed.
 * @throws SetupFailed where no complete answer came, or one that says nothing: 429, 502, 503, 504
 */
export async function send(run: Run, trace: Trace, request: ApiRequest): Promise<Exchange> {
  const asked = request.whole ? request.path : run.wire.prefix + request.path
  let target = followed(run.redirects, asked)
  for (let hops = 0; ; hops++) {
    const exchange = await sendOnce(run, trace, request, target)
    const next = hops < 3 ? redirectTarget(exchange, run.wire.origin) : undefined
    if (next === undefined) return exchange
    const query = target.slice(pathOf(target).length)
    target = next.includes('?') ? next : next + query
  }
}

async function sendOnce(run: Run, trace: Trace, request: ApiRequest, target: string): Promise<Exchange> {
  const { method, credential, accept = 'application/json', headers = [], body, role, options } = request
  // Before the request is made: what waits for a Retry-After would carry the date of before.
  if (!run.rateLimit.isOpen()) await run.rateLimit.pass()
  const date = credential.signs ? await run.signatureDates.next() : ''
  if (credential.secret !== undefined && isMadeOfDeclared(run.declaration, credential.secret))
    run.secrets.add(credential.secret, 'a wrong credential made of a right one')
  const context = { method, target, host: new URL(run.wire.origin).host, accept, date }
  const fields = credential.fields(context)
  // A server that accepts repeats takes it for ever.
  for (const [, value] of fields) {
    const made = /\bsignature="([^"]+)"/.exec(value)?.[1]
    if (made !== undefined && made.length >= hmacLength) run.secrets.add(made, 'a signature')
  }
  const wireRequest = {
    method,
    target,
    headers: [...(accept === '' ? [] : [['Accept', accept] as const]), ...headers, ...fields],
    ...(body === undefined ? {} : { body }),
  }
  try {
    const exchange = await run.wire.send(wireRequest, options)
    run.rateLimit.answered(exchange, run.clock.now())
    if (method === 'GET') run.slowestGetMs = Math.max(run.slowestGetMs, exchange.answeredAt - exchange.sentAt)
    trace.exchanges.push({ role, exchange })
    const { status } = exchange.response
    if (isOutage(status))
      throw new SetupFailed(`${method} ${target} answered ${status}${retryAfter(exchange)}`)
    return exchange
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error
    trace.exchanges.push({ role, failure: error })
    throw new SetupFailed(`${method} ${target} got no complete answer: ${error.message}`)
  }
}

/** HMAC-SHA256 in base64. What is shorter is a made-up one. */
const hmacLength = 44

function retryAfter({ response }: Exchange): string {
  const value = header(response.headers, 'retry-after')
  return value === undefined ? '' : `, to be tried again after ${value}`
}

/** A target without its query string. */
export const pathOf = (target: string): string => target.split('?')[0] ?? target

function followed(redirects: ReadonlyMap<string, string>, target: string): string {
  const path = pathOf(target)
  const next = redirects.get(path)
  return next === undefined ? target : next + target.slice(path.length)
}

/** Target of a redirect that keeps method and body and stays within the origin; undefined for any other answer. */
export function redirectTarget({ request, response }: Exchange, origin: string): string | undefined {
  if (response.status !== 307 && response.status !== 308) return undefined
  const location = header(response.headers, 'location')
  if (location === undefined || !URL.canParse(location, origin + request.target)) return undefined
  const url = new URL(location, origin + request.target)
  return url.origin === new URL(origin).origin ? url.pathname + url.search : undefined
}
