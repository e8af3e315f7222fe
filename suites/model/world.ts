import type { ProbeApi } from '../../harness/engine/property.ts'
import type { CaseClock } from '../../harness/engine/case-clock.ts'
import type { Run } from '../../harness/engine/run.ts'
import type { Account, HeldPrivateToken, MfaAccount, Tools } from '../../harness/engine/tools.ts'
import type { AccessKey } from '../../harness/client/credentials.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import type { WebSession } from '../../harness/client/web-session.ts'
import { NotDeclared, NotSupported, type Violation } from '../../harness/verdicts/outcomes.ts'
import type { RequirementId } from '../catalogue/index.ts'
import type { Operator } from '../../harness/subject/operator.ts'
import type { DeclaredSession } from '../../harness/subject/declaration.ts'
import type { Choices } from './choices.ts'

/** What the declaration lets a sequence act with; a part that is missing leaves its commands out. */
export interface World {
  accounts: Account[]
  mfaAccounts: MfaAccount[]
  privateTokens: HeldPrivateToken[]
  accessKey: AccessKey | undefined
  session: DeclaredSession | undefined
  operator: Operator | undefined
  /** How often a private token may still be created: each is a process, and takes longer than a whole sequence. */
  creations: { left: number }
  /** Undefined where time can't be moved as far as sequences do. */
  clock: CaseClock | undefined
  /** Wrong passwords and codes may be sent to declared accounts. */
  mayFail: boolean
  choices: Choices
  /** The rules that some answer was held against. */
  judged: Set<RequirementId>
  run: Run
}

/** What the model remembers of one sequence. All times are the subject's, in Unix milliseconds. */
export interface Model {
  challenges: OpenChallenge[]
  tokens: HeldToken[]
  cookies: { value: string; username: string; setAt: number; followed?: true }[]
  creations: World['creations']
  /** The private token that a second creation must have left as it was. */
  kept?: HeldPrivateToken
}

export interface OpenChallenge extends Challenge {
  owner: MfaAccount
  issuedAt: number
  /** `open`: must earn a token; `spent`: must not; `unsure`: the specification says neither. */
  state: 'open' | 'spent' | 'unsure'
  hadWrongCode?: true
}

export interface HeldToken {
  text: string
  username: string
  seenVoid: boolean
}

/** The system that a sequence acts on: each sequence has an API with a transcript of its own. */
export interface Real {
  api: ProbeApi
  session: WebSession | undefined
  world: World
}

export const newModel = ({ creations }: World): Model => ({
  challenges: [],
  tokens: [],
  cookies: [],
  creations,
})

/** A rule of the model was broken: the failure is booked on the requirement that holds the rule. */
export class RuleBroken extends Error {
  override name = 'RuleBroken'
  readonly rule: RequirementId
  readonly violation: Violation
  constructor(rule: RequirementId, violation: Violation) {
    super(violation.message)
    this.rule = rule
    this.violation = violation
  }
}

/** Notes that a rule was judged. @throws RuleBroken where it was not kept */
export function keeps(world: World, rule: RequirementId, judged: Violation | undefined): void {
  world.judged.add(rule)
  if (judged) throw new RuleBroken(rule, judged)
}

export function createWorld(tools: Tools, choices: Choices, isReplay: boolean): World {
  const { run } = tools
  const operator = possible(() => tools.operator)
  // Not in a run that leaves the cases about private tokens out: it should make none.
  const mayCreate = operator !== undefined && (isReplay || run.owner !== undefined)
  const clock = possible(() => tools.clock)
  return {
    accounts: [possible(() => tools.account), possible(() => tools.account2)].filter(
      (one) => one !== undefined,
    ),
    mfaAccounts:
      run.declaration.mfaFlow === 'seed' && mayFail(run)
        ? [possible(() => tools.mfaAccount), possible(() => tools.mfaAccount2)]
            .filter((one) => one !== undefined)
            .filter(({ otpCommand }) => otpCommand === undefined)
        : [],
    privateTokens: [possible(() => tools.privateTokenOf), possible(() => tools.mfaPrivateToken)].filter(
      (one) => one !== undefined,
    ),
    accessKey: possible(() => tools.accessKey),
    session: run.declaration.session && run.declaration.session.login ? run.declaration.session : undefined,
    operator,
    creations: { left: mayCreate ? 1 : 0 },
    judged: new Set(),
    clock: run.clock.realTime ? undefined : clock,
    mayFail: mayFail(run),
    choices,
    run,
  }
}

/** Steps of a sequence may be rejected, and a challenge be too old for its valid code: only if that locks nobody out. */
export const mayFail = ({ failedLogins }: Run): boolean => !failedLogins.limited

/** A tool, or undefined where the declaration has none. */
export function possible<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof NotDeclared || error instanceof NotSupported) return undefined
    throw error
  }
}
