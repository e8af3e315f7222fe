import type { Choice } from './choose-cases.ts'
import type { Depth } from './run.ts'
import type { Declaration } from '../subject/declaration.ts'
import type { Observed } from './run-observations.ts'
import type { CutOffRequest, Shard } from '../../reports/report.ts'

/** The input of a run. It is sent to the worker that runs the cases, so it holds only data that can be cloned. */
export interface RunSpec {
  declaration: Declaration
  /** Where the subject answers once it was started; `controlUrl`: where its clock control answers. */
  baseUrl: string
  controlUrl: string | null
  /** True if the open questions are measured too. */
  observe?: boolean
  seed: number
  runs: number
  depth?: Depth
  slow: boolean
  /** How many cases may run at once, 1 for one after another; absent: as many as requests (`limits.concurrency`). */
  jobs?: number
  /** The environment that commands get: the operator's own, without what the test runner adds in its worker. */
  env: NodeJS.ProcessEnv
  /** The only inputs of properties to try, by the id of the case. */
  replays?: Record<string, { seed: number; path: string; replayPath?: string }>
}

/** One of several servers that a run judges side by side. */
export interface Replica {
  declaration: Declaration
  /** Ids of the requirements that are judged there. */
  requirements: readonly string[]
}

/** A run's input for the worker, which chooses the cases itself. */
export interface HostedSpec extends RunSpec {
  choice: Choice
  /** The servers, if there are several, each with its part; the addresses of the others come with the first one's. */
  replicas?: readonly Replica[]
  /** If given, only this shard's share of the open questions is measured. */
  shard?: Shard
  /** Name of the channel on which the worker learns where the subject is, and is asked for its progress; unique per run. */
  channel: string
  /** True if the worker sends events while the cases run. */
  events?: boolean
}

/** What the worker returns about the run as a whole, besides the results of its cases. */
export interface RunSummary {
  exchanges: number
  clock: { kind: string; aheadSeconds: number }
  notes: string[]
  /** Every secret that the run knows, for the search before anything is written. Only kept in memory. */
  secrets: { value: string; label: string }[]
  /** The most recent secrets that the run has forgotten, to mask what the subject printed and for the search. */
  recentSecrets: { value: string; label: string }[]
  /** Users who were shown, by some method, to be allowed to read the list. */
  listed: string[]
  /** The last requests that the subject left unanswered; if the subject ended, one of them may be the reason. */
  cutOff: CutOffRequest[]
  /** Results for the open questions that the run tried to measure. */
  observations: Observed[]
  /** Why the subject could not be reached; then nothing ran. */
  unreachable?: string
  /** What is wrong in the declaration, with the field and the fix; then nothing ran. */
  misdeclared?: string
}
