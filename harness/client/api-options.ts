import type { Role } from '../run/trace.ts'
import type { Header, SendOptions } from '../wire/exchange.ts'
import type { Credential } from './credentials/credentials.ts'
import type { Way } from '../facts/families.ts'

export interface LoginAccount {
  username: string
  password: string
}

export interface LoginOptions extends Partial<Way> {
  /** Fields instead of the two of the credential request; undefined leaves one out. */
  fields?: Record<string, unknown>
  /** The whole body, instead of the fields encoded as usual. */
  body?: string
  /** The content type, instead of that of the encoding; "" sends none. */
  type?: string
  /** Instead of POST. A GET has no body. */
  method?: 'GET'
  role?: Role
  /** The account for which a rejection counts as a failed login; by default the one that logs in, null for none. */
  account?: string | null
  accept?: string
  headers?: readonly Header[]
  /** Instead of the login's path. */
  path?: string
  wire?: SendOptions
}

export interface AnswerOptions extends Pick<
  LoginOptions,
  'fields' | 'body' | 'encoding' | 'headers' | 'role' | 'path' | 'wire'
> {
  /** The account for which a rejection counts as a failed code; by default the challenge's, null for none. */
  account?: string | null
}

export interface ListOptions extends Pick<LoginOptions, 'accept' | 'headers' | 'role' | 'wire'> {
  query?: string
  method?: string
  /** The whole target instead of the list's. */
  path?: string
  /** Sends the whole URL as the target, as for a proxy (RFC 9112, section 3.2.2). */
  absolute?: boolean
}

export interface PageOptions extends Pick<ListOptions, 'role' | 'accept' | 'method'> {
  credential?: Credential
}
