/** A header field as sent on the wire; order, casing and duplicates are kept. */
export type Header = readonly [name: string, value: string]

/** One request, exactly as it will be sent. Nothing is normalised, and only Host and Content-Length are added. */
export interface WireRequest {
  method: string
  /** Request target as sent: an absolute path that includes the base URL's prefix, and the query string. */
  target: string
  headers: readonly Header[]
  body?: string | Uint8Array
}

export interface WireResponse {
  status: number
  headers: Header[]
  body: Uint8Array
  /** True if the body exceeded the limit. It then proves nothing, and only its beginning is kept for the report. */
  truncated: boolean
  /** Set if it was truncated not because of its own length, but because too many different large bodies came before it. */
  isOneTooMany?: true
}

/** One request with its response as seen on the wire. */
export interface Exchange {
  request: WireRequest
  response: WireResponse
  /** Milliseconds on a monotonic clock: just before the first byte was sent, and just after the last one was received. */
  sentAt: number
  answeredAt: number
  /** Neither a report nor a sentence about the answer may contain any part of its body. */
  hidesBody?: true
  /** What followed the answer on its connection; absent if nothing listened for it. */
  after?: After
}

/**
 * Nothing may follow a complete answer (RFC 9112, section 9.3). Anything that does is a second answer to the same request.
 */
export interface After {
  /** Returns the answers received after the first one so far. */
  answers(): WireResponse[]
  /** Resolves when nothing more can come, or after a time limit; immediately if the connection is reused. */
  ended(): Promise<void>
}

/** Thrown if no complete HTTP answer came. `kind` says what went wrong; the message explains it to the operator. */
export class WireFailure extends Error {
  override name = 'WireFailure'
  readonly kind: WireFailureKind
  readonly request: WireRequest
  constructor(kind: WireFailureKind, message: string, request: WireRequest) {
    super(message)
    this.kind = kind
    this.request = request
  }
}
export type WireFailureKind = 'no-such-host' | 'refused' | 'tls' | 'timeout' | 'cut' | 'garbage' | 'other'

/** Parts of the API that may have header fields of their own: the logins, the user list, the web login, and other pages. */
export const parts = ['login', 'list', 'session', 'pages'] as const
export type Part = (typeof parts)[number]

export interface SendOptions {
  /** The part whose declared header fields the request carries, besides those of every request. */
  part?: Part
  /** Opens a new connection for this request alone. */
  freshConnection?: boolean
  /** Requests with the same label share one connection and are sent in order. */
  connection?: string
  /** Gets the next slot among the requests in flight, before those that already wait for one. */
  first?: boolean
  /**
   * Called once a slot among the requests in flight is free. If it returns false, HeldBack is thrown and nothing is sent.
   */
  mayBegin?: () => boolean
  /** Called with the answer before its slot is given to the next request. */
  onAnswer?: (exchange: Exchange) => void
}

/** Sends requests to one origin. Does not follow redirects, retry or judge. */
export interface Wire {
  /** Scheme and authority of the origin. The path prefix of the base URL has no trailing slash and may be empty. */
  readonly origin: string
  readonly prefix: string
  /** @throws WireFailure, HeldBack */
  send(request: WireRequest, options?: SendOptions): Promise<Exchange>
  close(): Promise<void>
}

/** Returns the first value of the named field, compared case-insensitively; undefined if absent. */
export function header(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([field]) => field.length === wanted.length && field.toLowerCase() === wanted)?.[1]
}
