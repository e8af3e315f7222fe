import type { Writable } from 'node:stream'

/** The options of `startServer`. These types are separate from the framework, so that users get them without it. */
export interface ServerOptions {
  /** 0, the default, picks a free port. */
  port?: number | undefined
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** If absent, there is no control port. */
  controlPort?: number | undefined
  /** How many requests the control port's journal keeps; 1000 by default, 0 keeps none. */
  journal?: number | undefined
  /** Address of the control port, by default 127.0.0.1 whatever `host` says. Beyond loopback it needs `controlToken`. */
  controlHost?: string | undefined
  /** The token that every request to the control port must carry, as `Authorization: Bearer`; at least 16 characters. */
  controlToken?: string | undefined
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
  /** YAML or JSON file with accounts instead of those of the demonstration; read again when it changes. */
  seedFile?: string | undefined
  /** Receives a line about each change of the seed file, and one if a long file takes a while. */
  onSeedFile?: ((line: string) => void) | undefined
  /** Makes tokens, seeds, ids and keys the same in each run with this number: anyone can predict them. */
  deterministic?: number | undefined
  dataDir?: string | undefined
  fastHash?: boolean | undefined
  debug?: boolean | undefined
  serverVersion?: string | undefined
  /** How many seconds the server's clock is ahead of the real time; negative if behind. */
  clockOffsetSeconds?: number | undefined
  /** While the clock is ahead, codes and signed Dates of the real time are valid too. */
  realTimeCounts?: boolean | undefined
  /** Milliseconds since 1970; the movable clock builds on it. */
  now?: (() => number) | undefined
  /** Certificate chain and key, PEM. If absent, plain HTTP. */
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined
  /** If absent, nothing is logged. */
  log?: LogOptions | undefined
  /** Origins whose pages may call this server, such as `http://localhost:5173`; `*`: all, without cookies. */
  corsOrigins?: readonly string[] | undefined
  /** How long each answer is delayed. */
  latency?: Latency | undefined
  /** Requests per minute from one address; more are answered with 429. If absent, there is no limit. */
  rateLimit?: number | undefined
  /** Requests without this header get no answer. */
  demandedHeader?: DemandedHeader | undefined
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  level: LogLevel
  /** Where lines of JSON are written; stderr by default. */
  to?: Pick<Writable, 'write'> | undefined
}

/** In milliseconds; drawn separately for each request. */
export interface Latency {
  from: number
  to: number
}

/** A header field that every request must carry. */
export type DemandedHeader = readonly [name: string, value: string]
