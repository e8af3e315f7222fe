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
  /** Milliseconds that our server holds each answer back. */
  latency?: number
  /** Seconds that a command may take. */
  timeout?: number
  quiet: boolean
  json: boolean
}
