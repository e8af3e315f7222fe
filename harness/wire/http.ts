import { isIP } from 'node:net'
import { parseBaseUrl, type BaseUrl } from './base-url.ts'
import { createConnector, openSocket, type TlsOptions } from './socket/connect.ts'
import { createConnections, isSafe } from './socket/connections.ts'
import { codingsOf, decodeBody, type DecodedBody } from './decode-body.ts'
import { dispatch, type Answer, type Bounds } from './socket/dispatch.ts'
import {
  header,
  WireFailure,
  type Header,
  type Part,
  type SendOptions,
  type Wire,
  type WireRequest,
  type WireResponse,
} from './exchange.ts'
import { createHanging } from './socket/hanging.ts'
import { createLargeBodies, keptOfUnread, type LargeBodies } from './large-bodies.ts'
import { createPace, type Pace } from './pace.ts'
import { findProxy, forwarded } from './socket/proxy.ts'
import { maxHeadBytes } from './socket/raw-response.ts'
import { sendRaw } from './socket/raw-socket.ts'
import { createRestarts } from './socket/restarts.ts'
import type { Heard } from './socket/heard.ts'
import { WatchedSocket } from './socket/watched-socket.ts'
import {
  HeldBack,
  NoAnswerAnyMore,
  NoAnswerInTime,
  NotHttp,
  isCut,
  isRefused,
  wireFailure,
} from './socket/wire-failure.ts'

export interface HttpWireOptions {
  /** `http(s)://host:port/prefix` or `unix:/path/to.sock`. */
  baseUrl: string
  /** Time limit for one request, including connecting and reading the body. */
  timeoutMs: number
  /** Longer bodies are cut and marked, and their connection is dropped. Default 32 MiB; 0: no limit. */
  maxBodyBytes?: number
  /** 0: no limit. */
  requestsPerSecond: number
  /** Requests in flight at once. */
  concurrency: number
  /** Sent with every request, after its own fields, unless it already has a field of that name. */
  headers?: Readonly<Record<string, string>>
  /** Sent with the requests of one part, before the fields sent with every request. */
  partHeaders?: Partial<Record<Part, Readonly<Record<string, string>>>>
  /** If true, reports show nothing of response bodies. */
  hidesBodies?: boolean
  /** Returns the `traceparent` for each request that has none. */
  traceparent?: () => string
  tls?: TlsOptions
  /** Environment in which to look up the usual proxy variables. If absent, no proxy is used. */
  env?: NodeJS.ProcessEnv
  /** Monotonic clock in milliseconds. */
  now?: () => number
}

export interface HttpWire extends Wire {
  /** Number of complete exchanges so far. */
  readonly exchanges: number
  /** Returns sentences for the report: what is no longer sent because it was not answered, and what there was no room for. */
  notes(): string[]
  /** From now on, sends fewer requests at once, or per second (see `Pace`). */
  slowDown: Pace['slowDown']
  /** From now on, sends no more than this many requests at once, on no more than `mostOpen` open connections. */
  keepTo(most: number, mostOpen?: number): void
  /** True if so many different large bodies came that values derived from them take much memory. */
  largeBodiesDiffer(): boolean
  /** True if the server is known to keep connections open, so that a request that can't be sent again may use an open one. */
  keepsConnections(): boolean
}

interface Answered {
  answered: Answer
  /** Everything received on its connection. */
  heard: Heard
}

/** Methods that are never sent: real servers offer bulk operations on the list path. */
const forbidden = new Set(['PUT', 'PATCH', 'DELETE'])
/** Error codes that undici reports before it has sent anything. */
const refusedByUndici = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
])

/**
 * Creates a wire over HTTP/1.1. Bodies in gzip, deflate or br come decoded; everything else is as it was on the wire. `send`
 * throws WireFailure, also without sending if the server has answered nothing for long, or TypeError for a method that may
 * never be sent.
 */
export function createHttpWire(options: HttpWireOptions): HttpWire {
  const { timeoutMs, concurrency, now = () => performance.now() } = options
  const maxBodyBytes = options.maxBodyBytes === 0 ? Infinity : (options.maxBodyBytes ?? defaultMaxBodyBytes)
  const base = parseBaseUrl(options.baseUrl)
  const proxy = findProxy(base, options.env ?? {})
  const connect = createConnector(base, options.tls ?? { insecure: false }, proxy, timeoutMs)
  const extraHeaders = Object.entries(options.headers ?? {})
  const pace = createPace(concurrency, options.requestsPerSecond, now)
  const hanging = createHanging(now, timeoutMs)
  const largeBodies = createLargeBodies(maxBodyBytes)
  const { host } = new URL(base.origin)
  const isForwarded = proxy !== undefined && !base.secure
  const poolOrigin = isForwarded ? proxy.origin : base.origin
  const clientOptions = {
    connect,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeadBytes,
  }
  const connections = createConnections(poolOrigin, clientOptions, concurrency, now)
  const hides = options.hidesBodies ? { hidesBody: true as const } : {}
  let exchanges = 0
  const restarts = createRestarts(() => exchanges > 0, now)

  function headersOf({ headers }: WireRequest, { part }: SendOptions): readonly Header[] {
    const ofPart = Object.entries((part && options.partHeaders?.[part]) ?? {})
    const traceparent = options.traceparent ? [['traceparent', options.traceparent()] as const] : []
    return [ofPart, extraHeaders, traceparent].reduce(withExtra, headers)
  }

  async function answer(sent: WireRequest, sendOptions: SendOptions, bounds: Bounds): Promise<Answered> {
    const request = isForwarded ? forwarded(sent, base, proxy) : sent
    const byUndici = hasOwnConnectionField(request)
      ? undefined
      : await viaUndici(request, sendOptions, bounds)
    return byUndici ?? (await raw(request, bounds))
  }

  /**
   * Returns undefined if undici sends no such request. A safe request that may not have arrived is sent again, once, as RFC 9112
   * section 9.3.1 allows; any other is lost.
   */
  async function viaUndici(
    request: WireRequest,
    sendOptions: SendOptions,
    bounds: Bounds,
    isAgain = false,
  ): Promise<Answered | undefined> {
    const connection = await connections.take(request, sendOptions)
    let status: number | undefined
    try {
      const extra = { path: request.target, ...serverName(base) }
      const answered = await dispatch(connection.sender, request, extra, bounds, connection)
      status = answered.status
      return { answered, heard: connection.heard }
    } catch (error) {
      if (refusedByUndici.has((error as { code?: string }).code ?? '')) return undefined
      if (!connection.heard.isEmpty || !isCut(error)) throw error
      if (connection.isReused) connections.foundClosed()
      else if (!connections.foundRejected()) throw error
      if (isAgain || !isSafe(request.method)) throw error
      // If the server now accepts no connections, it ended at this request, or before it.
      const sendAgain = () => viaUndici(request, sendOptions, bounds, true)
      return await restarts.past(sendAgain).catch((again: unknown) => {
        throw isRefused(again) ? error : again
      })
    } finally {
      connections.giveBack(connection, request, status, sendOptions)
    }
  }

  async function raw(request: WireRequest, bounds: Bounds): Promise<Answered> {
    const heard = connections.createHeard()
    const watched = async () => {
      const socket = new WatchedSocket(await openSocket(base, connect, proxy), connections.lingering)
      socket.listen(heard)
      return socket
    }
    const leave = await connections.enter()
    try {
      return { answered: await sendRaw(watched, request, host, bounds, heard), heard }
    } finally {
      leave()
    }
  }

  return {
    origin: base.origin,
    prefix: base.prefix,
    get exchanges() {
      return exchanges
    },
    notes: () => [...hanging.notes(), ...connections.notes(), ...restarts.notes()],
    slowDown: pace.slowDown,
    keepTo(most, mostOpen) {
      pace.keepTo(most)
      connections.keepTo(most, mostOpen)
    },
    largeBodiesDiffer: largeBodies.differ,
    async send(request, sendOptions = {}) {
      if (forbidden.has(request.method.toUpperCase()))
        throw new TypeError(`${request.method} may never be sent`)
      const sent: WireRequest = { ...request, headers: headersOf(request, sendOptions) }
      const broken = whatBreaks(sent)
      if (broken !== undefined) throw new WireFailure('other', broken, sent)
      const leave = await pace.turn(sendOptions.first)
      let begun: ReturnType<typeof hanging.begin> | undefined
      try {
        if (sendOptions.mayBegin?.() === false) throw new HeldBack()
        if (hanging.isFinal()) throw new NoAnswerAnyMore()
        begun = hanging.begin(sent)
        const bounds = { timeoutMs: begun.allowedMs, maxBodyBytes, largeBodies, now }
        const { answered, heard } = await restarts.past(() => answer(sent, sendOptions, bounds))
        const { sentAt, answeredAt } = answered
        begun.answered(answered.body.length)
        const response = await toResponse(answered, maxBodyBytes, largeBodies)
        const exchange = { request: sent, response, sentAt, answeredAt, after: heard, ...hides }
        exchanges++
        sendOptions.onAnswer?.(exchange)
        return exchange
      } catch (error) {
        if (error instanceof WireFailure || error instanceof HeldBack) throw error
        const failure = wireFailure(error, sent, base, begun?.allowedMs ?? timeoutMs, proxy, exchanges > 0)
        // If the request waited for its turn, it hung no longer than those before it.
        const waitedMs = error instanceof NoAnswerInTime ? error.waitedMs : 0
        if (failure.kind === 'timeout') begun?.timedOut(waitedMs)
        throw failure
      } finally {
        leave()
      }
    },
    close: connections.close,
    keepsConnections: connections.areUsable,
  }
}

/** Says what would break the request, if anything: a raw line end would start another field or request. */
function whatBreaks({ method, target, headers }: WireRequest): string | undefined {
  const breaks = (text: string) => /[\r\n\0]/.test(text)
  const broken = breaks(target)
    ? ['the target']
    : headers.find(([name, value]) => breaks(name) || breaks(value))
  return (
    broken &&
    `${method} was not sent: ${broken[0].replaceAll(/\p{Cc}/gu, '?')} would contain a line end or a zero character`
  )
}

const defaultMaxBodyBytes = 32 * 1024 * 1024

/** The response as cases read it: decoded, and just its beginning if too many large bodies differ. */
async function toResponse(
  answered: Answer,
  maxBodyBytes: number,
  largeBodies: LargeBodies,
): Promise<WireResponse> {
  const { status, headers, isOneTooMany } = answered
  const { body, truncated } = await decoded(answered, maxBodyBytes, largeBodies)
  if (!isOneTooMany && (truncated || largeBodies.mayBeRead(body))) return { status, headers, body, truncated }
  const kept = Buffer.from(body.subarray(0, keptOfUnread))
  return { status, headers, body: kept, truncated: true, isOneTooMany: true }
}

async function decoded(
  answered: Answer,
  maxBodyBytes: number,
  largeBodies: LargeBodies,
): Promise<DecodedBody> {
  const { headers } = answered
  if (codingsOf(headers).length === 0) return answered
  try {
    return await decodeBody(headers, answered, maxBodyBytes, largeBodies)
  } catch (error) {
    throw new NotHttp(`the body is not in the encoding it names: ${(error as Error).message}`)
  }
}

function withExtra(own: readonly Header[], extra: readonly Header[]): readonly Header[] {
  const missing = extra.filter(([name]) => header(own, name) === undefined)
  return missing.length === 0 ? own : [...own, ...missing]
}

/** Undici replaces the request's Connection field with its own. */
const hasOwnConnectionField = ({ headers }: WireRequest) => header(headers, 'connection') !== undefined

/** The TLS server name stays the base URL's host if a case sends another Host. */
const serverName = ({ secure, hostname }: BaseUrl) =>
  secure && isIP(hostname) === 0 ? { servername: hostname } : {}
