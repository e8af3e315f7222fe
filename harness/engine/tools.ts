import type { Api } from '../client/api.ts'
import type { AccessKey } from '../client/credentials.ts'
import type { CodeSource } from '../client/one-time-codes.ts'
import type { Steps } from '../client/steps.ts'
import type { Run } from './run.ts'
import type { CaseClock } from './case-clock.ts'
import type { Operator } from '../subject/operator.ts'
import type { WebSession } from '../client/web-session.ts'

/** An account of the subject that a case may log in with. */
export interface Account {
  username: string
  password: string
}

/** An account with a second factor, and its codes. */
export interface MfaAccount extends Account, CodeSource {
  username: string
  /**
   * A code of the current time step that no request of the run has carried; moves the clock or waits for it.
   * @param zeros with how many it begins, where the clock moves: none, 1, or 2 for more too
   */
  nextCode(zeros?: 1 | 2): Promise<string>
  /** A code that is wrong under every window; with the digits of `near` but for the last ones, where it is given. */
  wrongCode(near?: string): string
  /** The code of `steps` time steps before (negative) or after now. */
  codeAt(steps: number): string
  /** True where a code is, as a number, one of two steps on either side of now. */
  isNear(code: string): boolean
}

/** A private token as declared. */
export interface HeldPrivateToken {
  username: string
  token: string
}

/** What a case may ask for, by name. Asking is declaring a precondition (`docs/design.md`). */
export interface Tools {
  api: Api & Steps
  account: Account
  account2: Account
  mfaAccount: MfaAccount
  mfaAccount2: MfaAccount
  privateTokenOf: HeldPrivateToken
  mfaPrivateToken: HeldPrivateToken
  operator: Operator
  /** Whether the subject is declared to run in debug mode. */
  debug: boolean
  accessKey: AccessKey
  accessKey2: AccessKey
  session: WebSession
  /** Moves the subject's time within hours. */
  clock: CaseClock
  /** Moves it by years; only for credentials that never expire. */
  farClock: CaseClock
  /** What the run has seen so far; for cases that look back, run last. */
  seen: Seen
  run: Run
}

export interface Seen {
  /** Number of rejections in cases that passed. */
  refusals: number
  /** Rejections that were a 5xx, as sentences. */
  serverErrors: readonly string[]
}

export type ToolName = keyof Tools

/** What every case has. Everything else is a need, which a case declares. */
export type Given = 'api' | 'run'

/** What a case may declare that it uses. */
export type Need = Exclude<ToolName, Given>

/** What a case with these needs is handed. */
export type ToolsFor<Needs extends Need> = Pick<Tools, Needs | Given>

export type CaseBody<Needs extends Need = Need> = (tools: ToolsFor<Needs>) => Promise<void>
