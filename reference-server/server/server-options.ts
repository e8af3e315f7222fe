import type { Writable } from 'node:stream'

/** What `startServer` takes. It and what it names stand apart from the framework: users have the types without it. */
export interface ServerOptions {
  /** 0, the default, takes a free port. */
  port?: number | undefined
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** Absent: there is no control port. */
  controlPort?: number | undefined
  /** How many requests the control port's journal keeps; 1000 by default, 0 keeps none. */
  journal?: number | undefined
  /** Address of the control port, 127.0.0.1 whatever `host` says. Beyond loopback it needs `controlToken`. */
  controlHost?: string | undefined
  /** What everyone has to show on the control port, as `Authorization: Bearer`; 16 characters or more. */
  controlToken?: string | undefined
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
  /** YAML or JSON with accounts instead of those of the demonstration; read again when it changes. */
  seedFile?: string | undefined
  /** Told, a line each, what a change of the seed file came to, and that a long one takes a while. */
  onSeedFile?: ((line: string) => void) | undefined
  /** Tokens, seeds, ids and keys are the same in each run with this number: anyone can predict them. */
  deterministic?: number | undefined
  dataDir?: string | undefined
  fastHash?: boolean | undefined
  debug?: boolean | undefined
  serverVersion?: string | undefined
  /** By how many seconds the server's clock is ahead of the real time; negative: behind. */
  clockOffsetSeconds?: number | undefined
  /** While the clock is ahead, codes and signed Dates of the real time are good too. */
  realTimeCounts?: boolean | undefined
  /** Milliseconds since 1970; the movable clock is put upon it. */
  now?: (() => number) | undefined
  /** Certificate chain and its key, PEM. Absent: plain HTTP. */
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined
  /** Absent: nothing is logged. */
  log?: LogOptions | undefined
  /** Origins whose pages may call this server, such as `http://localhost:5173`; `*`: all, without cookies. */
  corsOrigins?: readonly string[] | undefined
  /** How long each answer is held back. */
  latency?: Latency | undefined
  /** Requests a minute from one address; more are answered with 429. Absent: as many as come. */
  rateLimit?: number | undefined
  /** Who does not send it gets no answer. */
  demandedHeader?: DemandedHeader | undefined
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  level: LogLevel
  /** Lines of JSON go here. Default: stderr. */
  to?: Pick<Writable, 'write'> | undefined
}

/** In milliseconds; drawn afresh for each request. */
export interface Latency {
  from: number
  to: number
}

/** A header field that every request has to carry. */
export type DemandedHeader = readonly [name: string, value: string]
