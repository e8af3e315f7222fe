import type { Clock } from '../common/clock.ts'

export interface ChangeNames {
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
}

/** The credentials of an account that the server knows from its start. */
export interface KnownAccount {
  username: string
  password: string
  /** The current one-time code, which is accepted once; undefined without a second factor. */
  oneTimeCode: string | undefined
  privateToken: string | undefined
  accessKeys: { keyId: string; keySecret: string }[]
}

export interface RunningServer extends AsyncDisposable {
  /** The base URL, without a trailing slash. A switch of variations may change its path. */
  readonly url: string
  /** The base of the clock control protocol; undefined without a control port. */
  control: string | undefined
  /** Moves the server's time, and everything that depends on it. */
  clock: Clock
  /** Returns the credentials of this account. Throws UsageError for one that the server did not know at its start. */
  account(username: string): KnownAccount
  /**
   * Switches to these defects and variations, and no others. Tokens, seeds, sessions and the clock stay. Throws
   * UnknownName; then nothing was changed.
   */
  switchTo(changes: ChangeNames): Promise<void>
  /** Forgets what a restart forgets. With `clock`, the clock returns to its position at the start. */
  reset(options?: { clock?: boolean }): Promise<void>
  /** Answers requests under way, then closes. */
  stop(): Promise<void>
}
