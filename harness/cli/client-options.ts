/** The options of `conformance client` as the command line gives them. */
export interface ClientOptions {
  config?: string
  out?: string
  format: string[]
  only: string[]
  skip: string[]
  scenario: string[]
  strict: boolean
  requireComplete: boolean
  baseline?: string
  seed?: number
  /** How long our server delays each answer, in milliseconds. */
  latency?: number
  /** Time limit for a command, in seconds. */
  timeout?: number
  quiet: boolean
  json: boolean
}
