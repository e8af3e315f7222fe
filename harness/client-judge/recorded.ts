import type { Header } from '../wire/exchange.ts'

/** A request as its bytes came, before anything was forwarded. */
export interface SentRequest {
  method: string
  /** Exactly as in the request line. */
  target: string
  headers: readonly Header[]
  /** Without the framing of chunks. */
  body: Uint8Array
}

/** The response that the client got, from the reference server or from the proxy. */
export interface GivenAnswer {
  status: number
  headers: readonly Header[]
  body: Uint8Array
}

/** One request that a client sent, with the answer it got. */
export interface Recorded {
  /** Position in the run of the scenario, from 1. */
  number: number
  /** `api`: at the server that the client was told; `other`: at another origin, where nothing may arrive. */
  at: 'api' | 'other'
  request: SentRequest
  /** Absent where the connection ended before one was complete. */
  answer?: GivenAnswer
  /** What was done to this exchange on purpose. */
  disturbed?: string
  /** Milliseconds on a monotonic clock. */
  sentAt: number
  answeredAt: number
  /** The server's time when the request came, and the real one, in milliseconds since 1970. */
  serverMs: number
  realMs: number
  /** Index of the operation under way; absent where none was, or where there are none. */
  operation?: number
}

/** First value of the named field, names compared without case. */
export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([field]) => field.toLowerCase() === name)?.[1]

/** Every value of the named field. */
export const headersOf = (headers: readonly Header[], name: string): string[] =>
  headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
