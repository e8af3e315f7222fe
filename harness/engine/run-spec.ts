import type { Choice } from './choose-cases.ts'
import type { Depth } from './run.ts'
import type { Declaration } from '../subject/declaration.ts'
import type { Observed } from './run-observations.ts'
import type { CutOffRequest, Shard } from '../../reports/report.ts'

/** What a run is given. Structured data only: it goes to the worker that runs the cases. */
export interface RunSpec {
  declaration: Declaration
  /** Where the subject answers, and where its clock control does, once it was started. */
  baseUrl: string
  controlUrl: string | null
  /** True where the open questions are measured too. */
  observe?: boolean
  seed: number
  runs: number
  depth?: Depth
  slow: boolean
  /** How many cases may run at once; absent: as many as requests (`limits.concurrency`). 1: one after another. */
  jobs?: number
  /** The environment that commands get: the operator's own, without what the test runner adds in its worker. */
  env: NodeJS.ProcessEnv
  /** Inputs of properties to be tried alone, by the id of the case. */
  replays?: Record<string, { seed: number; path: string; replayPath?: string }>
}

/** One of several servers that are judged side by side. */
export interface Replica {
  declaration: Declaration
  /** Ids of the requirements that are judged there. */
  requirements: readonly string[]
}

/** With what the worker itself looks up among all cases. */
export interface HostedSpec extends RunSpec {
  choice: Choice
  /** Each server that judges a part, where there are several; the addresses of the others come with the first one's. */
  replicas?: readonly Replica[]
  /** Of the open questions, only the share of this shard is measured. */
  shard?: Shard
  /** By which it learns where the subject is, and is asked how far it is; another name for each run. */
  channel: string
  /** True where what happens is told as it does. */
  events?: boolean
}

/** What the worker says of the run as a whole, beside the results of its cases. */
export interface RunSummary {
  exchanges: number
  clock: { kind: string; aheadSeconds: number }
  notes: string[]
  /** Every secret the run came to know, for the search before anything is written. In memory only. */
  secrets: { value: string; label: string }[]
  /** The last of those that it forgot: for what the subject printed, and for the search. */
  recentSecrets: { value: string; label: string }[]
  /** Users whom some method has shown to list. */
  listed: string[]
  /** What the subject left unanswered last; where it ended, one of these may have ended it. */
  cutOff: CutOffRequest[]
  /** Open questions that a measurement was tried for. */
  observations: Observed[]
  /** The subject could not be reached: nothing was run. */
  unreachable?: string
  /** What the declaration says of the subject is not so: nothing was run. Names the field and the fix. */
  misdeclared?: string
}
