import { isIP } from 'node:net'
import { parseBaseUrl, type BaseUrl } from './base-url.ts'
import { createConnector, openSocket, type TlsOptions } from './connect.ts'
import { decodeBody, type DecodedBody } from './decode-body.ts'
import { dispatch, type Bounds } from './dispatch.ts'
import {
  header,
  WireFailure,
  type Exchange,
  type Header,
  type SendOptions,
  type Wire,
  type WireRequest,
} from './exchange.ts'
import { createPace } from './pace.ts'
import { findProxy, type Proxy } from './proxy.ts'
import { sendRaw } from './raw-socket.ts'
import { createSilence } from './silence.ts'
import { Client, Pool, type Sender } from './undici.ts'
import { NoAnswerAnyMore, NotHttp, wireFailure } from './wire-failure.ts'

export interface HttpWireOptions {
  /** `http(s)://host:port/prefix` or `unix:/path/to.sock`. */
  baseUrl: string
  /** Longest time for one request, connection and body included. */
  timeoutMs: number
  /** Longer bodies are cut, marked, and their connection is dropped. Default 8 MiB. */
  maxBodyBytes?: number
  /** 0: no limit. */
  requestsPerSecond: number
  /** Requests in flight at once. */
  concurrency: number
  /** Sent with every request, behind its own, unless it has a field of that name. */
  headers?: Readonly<Record<string, string>>
  tls?: TlsOptions
  /** Where the usual proxy variables are looked up; absent: no proxy. */
  env?: NodeJS.ProcessEnv
  /** Called with each complete exchange, in the order of their ends. */
  onExchange?: (exchange: Exchange) => void
  /** Monotonic clock in milliseconds. */
  now?: () => number
}

export interface HttpWire extends Wire {
  /** Number of complete exchanges so far. */
  readonly exchanges: number
}

/** Bulk operations on the list path of real servers: never sent to anyone. */
const forbidden = new Set(['PUT', 'PATCH', 'DELETE'])
/** What undici says before it has sent anything. */
const refusedByUndici = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
])

/**
 * A wire over HTTP/1.1. Bodies in gzip, deflate or br come decoded; everything else is as it was on the wire. `send`
 * throws WireFailure, also where the server has long answered nothing and no request is sent to it any more; the reason of
 * an aborted signal; or TypeError for a method that may never be sent.
 */
export function createHttpWire(options: HttpWireOptions): HttpWire {
  const { timeoutMs, concurrency, maxBodyBytes = 8 * 1024 * 1024, now = () => performance.now() } = options
  const base = parseBaseUrl(options.baseUrl)
  const proxy = findProxy(base, options.env ?? {})
  const connect = createConnector(base, options.tls ?? { insecure: false }, proxy, timeoutMs)
  const extraHeaders = Object.entries(options.headers ?? {})
  const pace = createPace(concurrency, options.requestsPerSecond, now)
  const silence = createSilence(now)
  const { host } = new URL(base.origin)
  const isForwarded = proxy !== undefined && !base.secure
  const poolOrigin = isForwarded ? proxy.origin : base.origin
  const clientOptions = { connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }
  const pool = new Pool(poolOrigin, { ...clientOptions, connections: concurrency })
  const labelled = new Map<string, Sender>()
  let exchanges = 0

  const withLabel = (label: string) => {
    const client = labelled.get(label) ?? new Client(poolOrigin, clientOptions)
    labelled.set(label, client)
    return client
  }

  async function answer(sent: WireRequest, { freshConnection, connection }: SendOptions, bounds: Bounds) {
    const request = isForwarded ? forwarded(sent, base, proxy) : sent
    const path = request.target
    const raw = () => sendRaw(() => openSocket(base, connect, proxy), request, host, bounds)
    if (hasOwnConnectionField(request)) return raw()
    const dispatcher: Sender = freshConnection
      ? new Client(poolOrigin, clientOptions)
      : connection === undefined
        ? pool
        : withLabel(connection)
    try {
      return await dispatch(dispatcher, request, { path, ...serverName(base) }, bounds)
    } catch (error) {
      if (refusedByUndici.has((error as { code?: string }).code ?? '')) return await raw()
      throw error
    } finally {
      if (freshConnection) void dispatcher.destroy()
    }
  }

  return {
    origin: base.origin,
    prefix: base.prefix,
    get exchanges() {
      return exchanges
    },
    async send(request, sendOptions = {}) {
      if (forbidden.has(request.method.toUpperCase()))
        throw new TypeError(`${request.method} may never be sent`)
      const { signal } = sendOptions
      const sent: WireRequest = { ...request, headers: withExtra(request.headers, extraHeaders) }
      const leave = await pace.turn(signal)
      const startedAt = now()
      try {
        if (silence.isFinal()) throw new NoAnswerAnyMore()
        const bounds = { timeoutMs, maxBodyBytes, signal, now }
        const { status, headers, sentAt, answeredAt, ...encoded } = await answer(sent, sendOptions, bounds)
        silence.answered()
        const { body, truncated } = isEncoded(headers)
          ? await decode(headers, encoded, maxBodyBytes)
          : encoded
        const response = { status, headers, body, truncated }
        const exchange = { request: sent, response, sentAt, answeredAt }
        exchanges++
        options.onExchange?.(exchange)
        return exchange
      } catch (error) {
        if (signal?.aborted || error instanceof WireFailure) throw error
        const failure = wireFailure(error, request, base, timeoutMs, proxy)
        if (failure.kind === 'timeout') silence.timedOut(startedAt)
        throw failure
      } finally {
        leave()
      }
    },
    async close() {
      await Promise.all([pool, ...labelled.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}

const isEncoded = (headers: readonly Header[]) => header(headers, 'content-encoding') !== undefined

async function decode(headers: readonly Header[], encoded: DecodedBody, maxBodyBytes: number) {
  try {
    return await decodeBody(headers, encoded, maxBodyBytes)
  } catch (error) {
    throw new NotHttp(`the body is not in the Content-Encoding it names: ${(error as Error).message}`)
  }
}

function withExtra(own: readonly Header[], extra: readonly Header[]): readonly Header[] {
  if (extra.length === 0) return own
  const names = new Set(own.map(([name]) => name.toLowerCase()))
  return [...own, ...extra.filter(([name]) => !names.has(name.toLowerCase()))]
}

/** Undici sends a Connection field of its own in place of the request's. */
const hasOwnConnectionField = ({ headers }: WireRequest) =>
  headers.some(([name]) => name.toLowerCase() === 'connection')

/** As a proxy wants it (RFC 9112 section 3.2.2): the whole URL as target, and still the server's Host. */
function forwarded(request: WireRequest, { origin }: BaseUrl, { authorization }: Proxy): WireRequest {
  const { target, headers } = request
  const ownHost = headers.some(([name]) => name.toLowerCase() === 'host')
  return {
    ...request,
    target: target.startsWith('/') ? origin + target : target,
    headers: [
      ...(ownHost ? [] : [['Host', new URL(origin).host] as const]),
      ...headers,
      ...(authorization === undefined ? [] : [['Proxy-Authorization', authorization] as const]),
    ],
  }
}

/** The name in TLS stays the base URL's when a case sends another Host. */
const serverName = ({ secure, hostname }: BaseUrl) =>
  secure && isIP(hostname) === 0 ? { servername: hostname } : {}
