import type { Header, WireRequest } from '../wire/exchange.ts'

/** A request as received, before anything was forwarded. */
export interface SentRequest extends Omit<WireRequest, 'body'> {
  /** Without the framing of chunks. */
  body: Uint8Array
}

/** The response that the client received, from the reference server or from the proxy. */
export interface GivenAnswer {
  status: number
  headers: readonly Header[]
  /** Decoded, if it was compressed. */
  body: Uint8Array
}

/** One request of a client, with the answer it received. */
export interface Recorded {
  /** Position within the scenario, starting from 1. */
  number: number
  /** `api`: sent to the server that the client was given; `other`: sent to another origin, which no request should reach. */
  at: 'api' | 'other'
  request: SentRequest
  /** Absent if the connection ended before an answer was complete. */
  answer?: GivenAnswer
  /** How this exchange was disturbed on purpose. */
  disturbed?: string
  /** Milliseconds on a monotonic clock. */
  sentAt: number
  answeredAt: number
  /** The server's time when the request came, and real time, both in milliseconds since 1970. */
  serverMs: number
  realMs: number
  /** Index of the current operation; absent if there was none. */
  operation?: number
}

export const headersOf = (headers: readonly Header[], name: string): string[] =>
  headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
