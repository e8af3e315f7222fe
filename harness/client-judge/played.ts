import type { Random } from '../engine/run.ts'
import type { Reply, StartAdapter } from './adapter.ts'
import type { Identities, Told } from './identities.ts'
import type { Method, Operation } from './operation.ts'
import type { Disturbance } from './proxy.ts'
import type { Recorded } from './recorded.ts'

/** An operation with what the client made of it. */
export interface PlayedOperation {
  index: number
  operation: Operation
  /** The situation within the scenario that it belongs to. */
  situation?: string
  /** In use when it was asked. */
  method: Method | undefined
  reply: Reply
  startedAt: number
  endedAt: number
  exchanges: Recorded[]
}

/** Everything that happened in one scenario, or while a command ran. */
export interface Played {
  /** Name of the scenario; `command` where the client's own program was run. */
  scenario: string
  kind: 'scenario' | 'command'
  method: Method | undefined
  /** How the server differed from the start. */
  variations: readonly string[]
  /** The situations within it, in order. */
  situations: Map<string, Situation>
  exchanges: Recorded[]
  operations: PlayedOperation[]
  identities: Identities
  told: Told
  /** Path prefix of the base URL. */
  prefix: string
  /** Paths of the web login. */
  pages: readonly string[]
  origin: string
  /** Reports show nothing of response bodies. */
  hidesBodies?: boolean
  /** Where nothing may arrive. */
  otherOrigin: string
  /** Problems of the connections: bytes that were no request. */
  garbage: string[]
  /** The last lines that the client wrote to stderr. */
  said: string
  /** Why it could not be played to its end, where that is the suite's or the server's doing. */
  problem?: string
  durationMs: number
}

/** A part of a scenario that rules are judged by on their own. */
export interface Situation {
  title: string
  /** How the server differed in it. */
  variations: readonly string[]
  /** Why it was left out: it is not for this client. */
  unfit?: string
}

/** Which path families a client uses. */
export interface Families {
  'users-v1': boolean
  v1: boolean
}

/** What a scenario plays with. */
export interface Stage {
  use(method: Method): Promise<PlayedOperation>
  list(): Promise<PlayedOperation>
  /** Moves the server's time, and tells the client. */
  advance(seconds: number): Promise<PlayedOperation>
  /** The operations from here on belong to this situation. */
  begin(name: string, title: string): void
  /** The server differs from now on in these variations and no others; tokens and time stay. */
  vary(variations: readonly string[]): Promise<void>
  /** The situation is not for this client. */
  leaveOut(name: string, why: string): void
  /** False before another server than ours, which is left as it is. */
  readonly isOwnServer: boolean
  /** Makes the token or session as old as its lifetime. */
  expire(value: string): Promise<void>
  /** From now on; undefined: nothing any more. */
  disturb(how: ((exchange: Recorded) => Disturbance | undefined) | undefined): void
  /** Resolves when another second of real time has begun. */
  nextSecond(): Promise<void>
  readonly played: Played
  readonly random: Random
  readonly families: Families
}

/** One situation that a client is put into. */
export interface Scenario {
  name: string
  /** In a sentence, for the report. */
  title: string
  method: Method
  /** Names of the situations within it, where it has several. */
  situations?: readonly string[]
  /**
   * When it is played. Spread: it waits for real time to pass, so it is mixed with others and never runs beside many of its kind.
   * Late: it needs to know which path families the client uses, which the plain scenarios show.
   */
  turn?: 'spread' | 'late'
  /** It changes nothing on the server, wastes no login and needs no second code, so that any server will do. */
  anyServer?: true
  /** Methods that it needs beside its own. */
  also?: readonly Method[]
  /** Legal differences of the server, drawn from the seed. */
  variations?: (random: Random) => readonly string[]
  /** What the client is told otherwise. */
  tell?: (told: Told) => Partial<Told>
  play: (stage: Stage) => Promise<void>
}

export type { StartAdapter }
