import type { Role } from '../engine/trace.ts'
import type { Header, SendOptions } from '../wire/exchange.ts'
import type { Credential } from './credentials.ts'
import type { Encoding } from './families.ts'

export interface AnswerOptions {
  fields?: Record<string, unknown>
  /** The whole body, instead of the fields encoded as usual. */
  body?: string
  encoding?: Encoding
  headers?: readonly Header[]
  role?: Role
  /** The account for which a rejection counts as a failed code; by default the challenge's, null for none. */
  account?: string | null
  path?: string
}

export interface ListOptions {
  query?: string
  method?: string
  /** The whole target instead of the list's. */
  path?: string
  accept?: string
  headers?: readonly Header[]
  role?: Role
  wire?: SendOptions
}

export interface PageOptions {
  credential?: Credential
  role?: Role
  accept?: string
  method?: string
}
