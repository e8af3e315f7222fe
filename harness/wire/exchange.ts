/** A header field as it stands on the wire; order, casing and duplicates are kept. */
export type Header = readonly [name: string, value: string]

/** One request, exactly as it is to be sent. Nothing is normalised, nothing is added but Host and Content-Length. */
export interface WireRequest {
  method: string
  /** Request target as sent: absolute path with the base URL's prefix already in front, and the query string. */
  target: string
  headers: readonly Header[]
  body?: string | Uint8Array
}

export interface WireResponse {
  status: number
  headers: Header[]
  body: Uint8Array
  /** True where the body was longer than the limit: it proves nothing, and only its beginning is kept for the report. */
  truncated: boolean
  /** Why, where its own length is not the reason: it is large, and so many came before that all differ. */
  isOneTooMany?: true
}

/** One request with its response as seen on the wire. */
export interface Exchange {
  request: WireRequest
  response: WireResponse
  /** Milliseconds on a monotonic clock: just before the first byte was sent, just after the last one came. */
  sentAt: number
  answeredAt: number
  /** No report, and no sentence about the answer, may contain any of its body. */
  hidesBody?: true
  /** What followed the answer on its connection; absent where nobody listened. */
  after?: After
}

/** A complete answer is followed by nothing (RFC 9112, section 9.3). What does follow is a second answer to the same request. */
export interface After {
  /** The answers behind the first one, as far as they have come. */
  answers(): WireResponse[]
  /** Resolves when nothing more can come, or has come for long enough; at once where the connection is used on. */
  ended(): Promise<void>
}

/** No complete HTTP answer came: which way it went wrong, in a sentence for the operator. */
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

/** Parts of the API that may have header fields of their own: the logins, the user list, the web login, other pages. */
export const parts = ['login', 'list', 'session', 'pages'] as const
export type Part = (typeof parts)[number]

export interface SendOptions {
  /** Whose declared header fields it carries besides those of every request. */
  part?: Part
  /** Open a new connection for this request alone. */
  freshConnection?: boolean
  /** Requests with the same label go over one connection, in order. */
  connection?: string
  signal?: AbortSignal
  /** Asked once a place among the requests in flight is free; where it says no, HeldBack is thrown and nothing sent. */
  mayBegin?: () => boolean
  /** Told of the answer before its place is given to the next request. */
  onAnswer?: (exchange: Exchange) => void
}

/** Sends requests to one origin. Follows nothing, retries nothing, judges nothing. */
export interface Wire {
  /** Origin with scheme and authority; path prefix of the base URL without trailing slash, maybe empty. */
  readonly origin: string
  readonly prefix: string
  /** @throws WireFailure, HeldBack */
  send(request: WireRequest, options?: SendOptions): Promise<Exchange>
  close(): Promise<void>
}

/** First value of the named field, names compared without case; undefined where absent. */
export function header(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1]
}
