import type { Api } from '../../client/api/api.ts'
import type { AccessKey } from '../../client/credentials/credentials.ts'
import type { CodeSource } from '../../ledgers/code-of-step.ts'
import type { Steps } from '../../client/steps/steps.ts'
import type { Run } from '../../run/run.ts'
import type { CaseClock } from './case-clock.ts'
import type { Operator } from '../../subject/commands/operator.ts'
import type { WebSession } from '../../client/web/web-session.ts'

/** An account of the subject that a case may log in with. */
export interface Account {
  username: string
  password: string
}

/** An account with a second factor, and its codes. */
export interface MfaAccount extends Account, CodeSource {
  username: string
  /**
   * Returns a code of the current time step that no request of the run has carried. Moves the clock or waits for one.
   * @param zeros the number of leading zeros, if the clock can move: absent for none, 1, or 2 for two or more
   */
  nextCode(zeros?: 1 | 2): Promise<string>
  /** A code that is invalid in every window; if `near` is given, it has the digits of `near` except for the last ones. */
  wrongCode(near?: string): string
  /** The code that is `steps` time steps after now, or before if negative. */
  codeAt(steps: number): string
  /** True if a code is, as a number, that of a time step at most two steps before or after now. */
  isNear(code: string): boolean
}

export interface HeldPrivateToken {
  username: string
  token: string
}

/** What a case may ask for, by name. Asking for a tool declares a precondition (`docs/design.md`). */
export interface Tools {
  api: Api & Steps
  account: Account
  account2: Account
  /** The account with a second factor, for a case that sends its password and no code. */
  mfaLogin: Account
  mfaAccount: MfaAccount
  mfaAccount2: MfaAccount
  privateTokenOf: HeldPrivateToken
  mfaPrivateToken: HeldPrivateToken
  operator: Operator
  /** True if the subject is declared to run in debug mode. */
  debug: boolean
  accessKey: AccessKey
  accessKey2: AccessKey
  session: WebSession
  /** Moves the subject's time by hours. */
  clock: CaseClock
  /** Moves it by years; only for credentials that never expire. */
  farClock: CaseClock
  /** What the run has seen so far; for cases that look back, run last. */
  seen: Seen
  run: Run
}

export type Seen = Readonly<Pick<Run, 'rejections' | 'serverErrors' | 'besideWrongCodes'>>

export type ToolName = keyof Tools

/** The tools that every case has. All others are needs, which a case declares. */
export type Given = 'api' | 'run'

/** What a case may declare that it uses. */
export type Need = Exclude<ToolName, Given>

/** The tools that a case with these needs receives. */
export type ToolsFor<Needs extends Need> = Pick<Tools, Needs | Given>

export type CaseBody<Needs extends Need = Need> = (tools: ToolsFor<Needs>) => Promise<void>
