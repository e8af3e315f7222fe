import type { Choice } from './schedule/choose-cases.ts'
import type { Run } from '../run/run.ts'
import type { Declaration } from '../subject/declaration/declaration.ts'
import type { Shard } from '../../reports/report.ts'

/** The input of a run. It is sent to the worker that runs the cases, so it holds only data that can be cloned. */
export interface RunSpec extends Pick<Run, 'declaration' | 'seed' | 'runs' | 'depth' | 'slow' | 'env'> {
  /** Where the subject answers once it was started; `controlUrl`: where its clock control answers. */
  baseUrl: string
  controlUrl: string | null
  /** True if the open questions are measured too. */
  observe?: boolean
  /** How many cases may run at once, 1 for one after another; absent: as many as requests (`limits.concurrency`). */
  jobs?: number
  /** The only inputs of properties to try, by the id of the case. */
  replays?: Record<string, { seed: number; path: string; replayPath?: string }>
}

/** Several servers that a run judges side by side. */
export interface Replicas {
  /** One for each server. */
  declarations: readonly Declaration[]
  /** Exchanges of each requirement in an earlier run, to divide the cases by. */
  costs: Readonly<Record<string, number>>
}

/** A run's input for the worker, which chooses the cases itself. */
export interface HostedSpec extends RunSpec {
  choice: Choice
  /** The servers, if there are several; the addresses of the others come with the first one's. */
  replicas?: Replicas
  /** If given, only this shard's share of the open questions is measured. */
  shard?: Shard
  /** Name of the channel on which the worker learns where the subject is, and is asked for its progress; unique per run. */
  channel: string
  /** True if the worker sends events while the cases run. */
  events?: boolean
}
