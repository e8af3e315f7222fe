import type { Shard } from '../../reports/report.ts'
import type { Depth } from '../engine/run.ts'

/** The options of a judging run as the command line gives them. */
export interface JudgeOptions {
  baseUrl?: string
  config?: string
  /** Variables for the declaration; `.env` beside it where absent. */
  envFile?: string
  /** Judge the bundled reference server, whatever lies in the folder. */
  bundled?: boolean
  /** Folder of the reports; the usual one where none is named. */
  out?: string
  format: string[]
  only: string[]
  skip: string[]
  strict: boolean
  requireComplete: boolean
  /** Name of the set of requirements to judge by; the newest where none is named. */
  requirements?: string
  /** File with the known failures of the subject. */
  baseline?: string
  seed?: number
  runs?: number
  slow: boolean
  /** How many cases may run at once. Default: as many as requests. */
  jobs?: number
  depth?: Depth
  /** Judge only this part of the requirements. */
  shard?: Shard
  /** Judge only what did not pass in the last report. */
  failed?: boolean
  /** Load all, and begin when the process that started this one says so. */
  hold?: boolean
  /** The report that shards are balanced by, and whose failures are judged again. */
  from?: string
  /** File that what happens is written to. */
  events?: string
  quiet: boolean
  json: boolean
}
