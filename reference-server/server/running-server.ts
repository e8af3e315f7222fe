import type { Clock } from './clock.ts'

export interface ChangeNames {
  defects?: readonly string[] | undefined
  variations?: readonly string[] | undefined
}

/** What opens the server as one of the accounts that it knows from its start. */
export interface KnownAccount {
  username: string
  password: string
  /** The one-time code that is right now; undefined without a second factor. It is accepted once. */
  oneTimeCode: string | undefined
  privateToken: string | undefined
  accessKeys: { keyId: string; keySecret: string }[]
}

export interface RunningServer extends AsyncDisposable {
  /** Base URL, without a slash at its end. A switch of variations may change the path in it. */
  readonly url: string
  /** Base of the clock control protocol; undefined without a control port. */
  control: string | undefined
  /** Moves the server's time, with everything that lives by it. */
  clock: Clock
  /** What opens the server as this account. Throws UsageError for one that it did not know at its start. */
  account(username: string): KnownAccount
  /**
   * From now on these defects and variations, and no others. Tokens, seeds, sessions and the clock stay.
   * Throws UnknownName, and then nothing was changed.
   */
  switchTo(changes: ChangeNames): Promise<void>
  /** Forgets what a restart forgets. `clock`: the clock goes back to where it stood at the start. */
  reset(options?: { clock?: boolean }): Promise<void>
  /** Answers what is under way, then closes. */
  stop(): Promise<void>
}
