import type { CutOff } from '../facts/cut-off.ts'
import type { CommandedCodes } from '../ledgers/commanded-codes.ts'
import type { FailedLogins } from '../ledgers/failed-logins.ts'
import type { Family, Way } from '../facts/families.ts'
import type { GivenSeeds } from '../facts/given-seeds.ts'
import type { KnownLists } from '../facts/known-lists.ts'
import type { OneTimeCodes } from '../ledgers/one-time-codes.ts'
import type { RateLimit } from '../ledgers/rate-limit.ts'
import type { SignatureDates } from '../ledgers/signature-dates.ts'
import type { TokenMemory } from '../facts/token-memory.ts'
import type { Monotonic, SubjectClock } from '../clock/subject-clock.ts'
import type { Timeline } from '../clock/timeline.ts'
import type { OperatorCommands } from '../subject/commands/operator.ts'
import type { Declaration } from '../subject/declaration/declaration.ts'
import type { Secrets } from '../wire/shown/masking.ts'
import type { RecentSecrets } from '../wire/shown/recent-secrets.ts'
import type { Spending } from './spending.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { HttpWire } from '../wire/http.ts'

/** Everything that the cases of one run share. */
export interface Run extends Ordered, Connection, Ledgers, Learned, Made {}

/** What the operator asked for: the declaration, the options, and where commands run. */
interface Ordered {
  declaration: Declaration
  /** The seed of the run; each property derives its own from it and the case's id. */
  seed: number
  random: Random
  runs: number
  /** The complete test set of the model to run. */
  depth?: Depth
  /** The only inputs of properties to try, by the id of the case (`conformance replay`). */
  replays?: ReadonlyMap<string, Place & { seed: number }>
  slow: boolean
  /** True while each request waits for the response to the one before: with `--jobs 1`, and in a second look. Races still race. */
  sequential: boolean
  /** The folder in which commands run; `env`: the operator's environment, without what the test runner adds in its worker. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Carry out the operator's commands instead of the declared ones. */
  operatorCommands?: OperatorCommands
}

/** How the subject is reached, and its time. */
interface Connection {
  wire: HttpWire
  rateLimit: RateLimit
  cutOff: CutOff
  clock: SubjectClock
  timeline: Timeline
  monotonic: Monotonic
  /** Waits in real time, in milliseconds. */
  sleep: (ms: number) => Promise<void>
}

/** What may be sent once only, or a limited number of times. */
interface Ledgers {
  failedLogins: FailedLogins
  /** How many rejected logins each case may cause; absent before the first case. */
  spending?: Spending
  codes: OneTimeCodes
  commandedCodes: CommandedCodes
  signatureDates: SignatureDates
  /** Results of controls that need not be repeated: a reason, or undefined if the control was rejected as it must be. */
  controls: Map<string, Promise<string | undefined>>
}

/** What the answers have shown so far. */
interface Learned {
  secrets: Secrets
  /** Every secret added so far, for the search before anything is written. */
  knownSecrets: () => { value: string; label: string }[]
  /** The most recent secrets that tries of properties learned and forgot. */
  recentSecrets: RecentSecrets
  lists: KnownLists
  tokens: TokenMemory
  seeds: GivenSeeds
  /**
   * When a token, private token, cookie or access key was first seen to open a list, by the subject's clock. Keys are its text
   * (the key ID of an access key), its family with its text, and `hostSigned` for the first signature over `host`.
   */
  firstUses: Map<string, number>
  /** The login and list paths that the subject is declared or was found to have. */
  support: Support
  /** Where accepted list requests were redirected to, by the path that was asked: requests to be rejected go there too. */
  redirects: Map<string, string>
  /** A way in which each account once logged in, by username. */
  letIn: Map<string, Way>
  /** Users who were shown, by some method, to be allowed to read the list; a 403 for any other says nothing. */
  listed: Set<string>
  /** False if the very first answer already carried Retry-After: then Retry-After is no sign of a ban. */
  bansShow?: boolean
  /** How far the Date header was ahead of real time, in milliseconds, if nothing else shows the subject's time. */
  dateAheadMs?: number
  /** True if nothing shows the subject's time, not even a Date header: the suite takes its own. */
  timeUnknown?: boolean
  /** Status and body of the very first answer, to the list without credentials. */
  firstStatus?: number
  firstBody?: string
  /** The answers to a POST and a GET of a path that does not exist, without credentials. */
  unknownPath: { POST?: Exchange; GET?: Exchange }
  /** True if a GET of a path that does not exist succeeds, as where a front end is served for every path. */
  servesUnknownPaths?: true
  /** True if nothing was found at any path of the API: the base URL may be wrong. */
  foundNothing?: true
  /** True if the first requests all got the same rejection, whatever they asked for. */
  rejectsAllAtFirst?: boolean
  /** Why grants of this subject mean nothing; undefined for a subject that tells its paths apart. */
  grantsAnywhere: string | undefined
  /** Why `session.command` gave no cookie. */
  sessionFault?: string
  /** The longest duration of a recent GET, in milliseconds. */
  slowestGetMs: number
  /** What the answers suggest to change in the declaration, as sentences for the notes of the report. */
  hints: Set<string>
  /** Number of rejections in cases that passed. */
  rejections: number
  /** Rejections that were a 5xx, as sentences. */
  serverErrors: string[]
  /** Tokens that opened a list before a wrong code of their user, and whether they did after it. */
  besideWrongCodes: BesideWrongCode[]
}

export interface BesideWrongCode {
  works: boolean
  /** What the list answered after the wrong code, as a sentence. */
  said: string
}

/** What the run itself has created on the subject. */
interface Made {
  /** The private token that the operator's command made in this run. */
  made?: Promise<{ username: string; exitCode: number | null; candidates: string[]; existed?: boolean }>
  /**
   * The user for whom a second private token is created while the first one works, that first token, and whether the create
   * command made it in this run.
   */
  owner?: Promise<{ username: string; token: string; isMade: boolean }>
  /** True once one of many creations at once succeeded: a token found after that is not from an earlier run. */
  raced?: boolean
}

/** The position of an input among those that a seed generates; `replayPath` is for command sequences only. */
export interface Place {
  path: string
  replayPath?: string
}

export type Depth = 'complete' | 'complete+1'

export interface Support {
  login: Record<Family, boolean>
  list: Record<Family, boolean>
}

/** The randomness of a run; everything follows from the seed. */
export interface Random {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number
  /** Lower-case letters and digits. */
  word(length: number): string
}
