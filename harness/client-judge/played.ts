import type { Random } from '../run/run.ts'
import type { Reply } from './adapter.ts'
import type { Identities, Told } from './identities.ts'
import type { Method, Operation } from './operation.ts'
import type { Disturbance } from './proxy.ts'
import type { Recorded } from './recorded.ts'
import type { ScenarioServer } from './scenario-server.ts'

/** An operation and the client's reply to it. */
export interface PlayedOperation {
  index: number
  operation: Operation
  /** The situation of the scenario to which it belongs. */
  situation?: string
  /** The method in use when the operation was requested. */
  method: Method | undefined
  /** True if the scenario goes on although the client doesn't support the operation. */
  optional?: true
  reply: Reply
  startedAt: number
  exchanges: Recorded[]
}

/** Everything that happened in one scenario, or while a command ran. */
export interface Played extends Pick<ScenarioServer, 'prefix' | 'pages' | 'origin' | 'hidesBodies'> {
  /** Name of the scenario; `command` if the client's own program was run. */
  scenario: string
  kind: 'scenario' | 'command'
  method: Method | undefined
  /** Variations of the server at the start. */
  variations: readonly string[]
  /** The situations of the scenario, in order. */
  situations: Map<string, Situation>
  exchanges: Recorded[]
  operations: PlayedOperation[]
  identities: Identities
  told: Told
  /** The origin that no request should reach. */
  otherOrigin: string
  /** Problems on connections: bytes that were not a request. */
  garbage: string[]
  /** The last lines that the client wrote to stderr. */
  said: string
  /** Why it could not be played to its end, if the suite or the server is the cause. */
  problem?: string
}

/** A part of a scenario, in which rules are judged separately. */
export interface Situation {
  title: string
  /** Variations of the server during it. */
  variations: readonly string[]
  /** Why it was left out: it does not apply to this client. */
  unfit?: string
}

/** Which path families a client uses. */
export interface Families {
  'users-v1': boolean
  v1: boolean
}

/** The actions available to a scenario. */
export interface Stage {
  use(method: Method): Promise<PlayedOperation>
  list(): Promise<PlayedOperation>
  /** Lists the users although something goes wrong: a client may try again, and one that sends no code twice wait for others. */
  listPatiently(): Promise<PlayedOperation>
  /** Advances the server's time, and tells the client. */
  advance(seconds: number): Promise<PlayedOperation>
  /** Advances the time to the next code, for a client that sends none twice. The others need not support that. */
  untilNextCode(): Promise<PlayedOperation>
  /** Assigns operations from here on to this situation. */
  begin(name: string, title: string): void
  /** Switches the server to these variations and no others; tokens and time stay. */
  vary(variations: readonly string[]): Promise<void>
  /** Marks a situation as not applicable to this client. */
  leaveOut(name: string, why: string): void
  /** False for a server that is not ours, which must not be changed. */
  readonly isOwnServer: boolean
  /** Makes a token or session as old as its lifetime. */
  expire(value: string): Promise<void>
  /** Disturbs exchanges from now on; undefined ends that. */
  disturb(how: ((exchange: Recorded) => Disturbance | undefined) | undefined): void
  /** The server's time in milliseconds since 1970. */
  now(): number
  /** Resolves after a second and a half of real time, so that the next one has begun by any clock, whenever a request comes. */
  nextSecond(): Promise<void>
  readonly played: Played
  readonly random: Random
  readonly families: Families
}

/** One course of events that a client is tested in. */
export interface Scenario {
  name: string
  /** One sentence for the report. */
  title: string
  method: Method
  /** Names of the situations within it, if there are several. */
  situations?: readonly string[]
  /**
   * When it is played. Spread: it waits for real time to pass, so it is mixed with others and never runs next to many of its
   * kind. Late: it depends on which path families the client uses, which the plain scenarios show.
   */
  turn?: 'spread' | 'late'
  /** True if any server will do: it changes nothing on the server, wastes no login and needs no second code. */
  anyServer?: true
  /** Methods needed in addition to its own. */
  also?: readonly Method[]
  /** Left out for a client that supports this method, because another scenario shows the same by it. */
  unless?: Method
  /** Legal differences of the server, chosen with the seed. */
  variations?: (random: Random) => readonly string[]
  /** Returns values that replace those the client is normally given. */
  tell?: (told: Told) => Partial<Told>
  play: (stage: Stage) => Promise<void>
}
