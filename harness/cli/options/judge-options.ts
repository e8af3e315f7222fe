import type { Shard } from '../../../reports/report.ts'
import type { Depth } from '../../run/run.ts'

/** The options of a judging run, as given on the command line. */
export interface JudgeOptions {
  baseUrl?: string
  config?: string
  /** File with variables for the declaration. Default: `.env` next to the declaration. */
  envFile?: string
  /** Judge the bundled reference server, even if the folder has a declaration. */
  bundled?: boolean
  /** Folder for the reports. Default: `conformance-report`, or a folder in it for a part of a run. */
  out?: string
  format: string[]
  only: string[]
  skip: string[]
  strict: boolean
  requireComplete: boolean
  /** Name of the set of requirements to judge by. Default: the newest. */
  requirements?: string
  /** File that lists the known failures of the subject. */
  baseline?: string
  seed?: number
  runs?: number
  slow: boolean
  /** How many cases may run at once. Default: the number of concurrent requests. */
  jobs?: number
  depth?: Depth
  /** Judge only this share of the requirements. */
  shard?: Shard
  /** Judge only what did not pass in the last report. */
  failed?: boolean
  /** Report used to balance shards, and whose failures are judged again. */
  from?: string
  /** File to which events are written. */
  events?: string
  quiet: boolean
  json: boolean
}

/** The options of `conformance client` as the command line gives them. */
export interface ClientOptions extends Pick<
  JudgeOptions,
  'out' | 'format' | 'only' | 'skip' | 'strict' | 'requireComplete' | 'baseline' | 'seed' | 'quiet' | 'json'
> {
  config?: string
  scenario: string[]
  /** How long our server delays each answer, in milliseconds. */
  latency?: number
  /** Time limit for a command, in seconds. */
  timeout?: number
}

/** The options of `conformance self-test`; `only`: names of defects and variations, or of groups of them. */
export interface SelfTestOptions extends Pick<
  JudgeOptions,
  'only' | 'shard' | 'jobs' | 'seed' | 'runs' | 'json'
> {
  /** Judge each defect and variation in a server of its own. */
  alone: boolean
  /** Write the kill matrix to this file without running anything. */
  matrix?: string
}
