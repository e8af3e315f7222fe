import type { Exchange } from '../../wire/exchange.ts'

export interface WebLogin {
  /** Value of `sessionid` as set before the login; `after`: after it. Undefined if none was set. */
  before: string | undefined
  after: string | undefined
  /** True if a browser sends `sessionid`, as it was set, to a path. */
  isSentTo(path: string): boolean
  /** Names of all cookies that were set, for messages. */
  cookieNames: string
  /** True if the server accepted the login, as far as its answer shows. */
  isIn: boolean
  /** The answer to the form itself, before any redirect was followed. */
  submitted: Exchange
  /** What the last answer said. */
  said: string
  /** What names a captcha in the last answer or in the login page; undefined if nothing does. */
  captcha: string | undefined
}
