import type { JudgeOptions } from '../options/judge-options.ts'

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
