import type { CutOff } from '../client/cut-off.ts'
import type { CommandedCodes } from '../client/commanded-codes.ts'
import type { FailedLogins } from '../client/failed-logins.ts'
import type { Family } from '../client/families.ts'
import type { GivenSeeds } from '../client/given-seeds.ts'
import type { KnownLists } from '../client/known-lists.ts'
import type { OneTimeCodes } from '../client/one-time-codes.ts'
import type { RateLimit } from '../client/rate-limit.ts'
import type { Way } from '../client/families.ts'
import type { SignatureDates } from '../client/signature-dates.ts'
import type { TokenMemory } from '../client/token-memory.ts'
import type { Monotonic, SubjectClock } from '../clock/subject-clock.ts'
import type { Timeline } from '../clock/timeline.ts'
import type { Declaration } from '../subject/declaration.ts'
import type { Secrets } from '../wire/masking.ts'
import type { RecentSecrets } from '../wire/recent-secrets.ts'
import type { Spending } from './plan-spending.ts'
import type { Place } from './search.ts'
import type { HttpWire } from '../wire/http.ts'

/** What all cases of one run share. */
export interface Run {
  declaration: Declaration
  wire: HttpWire
  clock: SubjectClock
  timeline: Timeline
  secrets: Secrets
  /** Every secret added so far, for the search before anything is written. */
  knownSecrets: () => { value: string; label: string }[]
  /** The last of those that tries learned and forgot. */
  recentSecrets: RecentSecrets
  /** The seed of the run; each property has one that is made from it and the case's id. */
  seed: number
  random: Random
  failedLogins: FailedLogins
  /** Which case may cause how many rejected logins; absent before the first case. */
  spending?: Spending
  lists: KnownLists
  tokens: TokenMemory
  codes: OneTimeCodes
  commandedCodes: CommandedCodes
  seeds: GivenSeeds
  signatureDates: SignatureDates
  /** Which login and list paths the subject claims, or was found to have. */
  support: Support
  rateLimit: RateLimit
  cutOff: CutOff
  /** False where even the first answer of all carried Retry-After: then that tells no ban from a rejection. */
  bansShow?: boolean
  /** Status of the first answer of all, to the list without credentials. */
  firstStatus?: number
  /** Status of a POST to a path that nobody knows. */
  unknownPathStatus?: number
  /** The first answers were one rejection to all, whatever was asked for. */
  rejectsAllAtFirst?: boolean
  /** Why no grant of this subject says anything; undefined for one that tells its paths apart. */
  grantsAnywhere: string | undefined
  /** What the answers suggest to declare otherwise, in sentences for the notes of the report. */
  hints: Set<string>
  /** The longest that a GET took lately, in milliseconds. */
  slowestGetMs: number
  /** Where accepted list requests were redirected to, by the path that was asked: rejections are sent there too. */
  redirects: Map<string, string>
  /** A way in which each account was once let in, by username. */
  letIn: Map<string, Way>
  /** Users whom some method has shown to list; a 403 for another says nothing. */
  listed: Set<string>
  /** Number of rejections in cases that passed. */
  refusals: number
  /** Rejections that were a 5xx, as sentences. */
  serverErrors: string[]
  /** Verdicts of controls that need not be repeated: a reason, or undefined where the control was rejected. */
  controls: Map<string, Promise<string | undefined>>
  /** The private token that the operator's command made in this run. */
  made?: Promise<{ username: string; exitCode: number | null; candidates: string[]; existed?: boolean }>
  /** The user whose working private token a second creation is tried for, and that token. */
  owner?: Promise<{ username: string; token: string }>
  /** True once many creations were sent at once: a token that is found then is not one from an earlier run. */
  raced?: boolean
  /** When a token, private token or cookie was first seen to open a list: subject's time, by its text, and by family and text. */
  firstUses: Map<string, number>
  runs: number
  /** Which complete test set of the model is asked for. */
  depth?: Depth
  /** Inputs of properties to be tried alone, by the id of the case (`conformance replay`). */
  replays?: ReadonlyMap<string, Place & { seed: number }>
  slow: boolean
  /** Why `session.command` gave no cookie. */
  sessionFault?: string
  /** Folder in which commands run, and the environment they get. */
  folder: string
  env: NodeJS.ProcessEnv
  monotonic: Monotonic
}

export type Depth = 'complete' | 'complete+1'

export interface Support {
  login: Record<Family, boolean>
  list: Record<Family, boolean>
}

/** Randomness of a run, all of it from the seed. */
export interface Random {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number
  /** Lower-case letters and digits. */
  word(length: number): string
}
