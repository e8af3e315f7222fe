import type { ProbeApi } from '../../harness/engine/case/property.ts'
import type { CaseClock } from '../../harness/engine/case/case-clock.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Account, HeldPrivateToken, MfaAccount, Tools } from '../../harness/engine/case/tools.ts'
import type { AccessKey } from '../../harness/client/credentials/credentials.ts'
import type { Challenge } from '../../harness/client/second-step.ts'
import type { WebSession } from '../../harness/client/web/web-session.ts'
import type { Violation } from '../../harness/outcomes.ts'
import type { RequirementId } from '../catalogue/index.ts'
import type { Operator } from '../../harness/subject/commands/operator.ts'
import type { DeclaredSession } from '../../harness/subject/declaration/declared-credentials.ts'
import type { Choices } from './choices.ts'
import { mayFail, possible } from './possible.ts'

/** What the declaration offers a sequence to act with; commands that need a missing part are left out. */
export interface World {
  accounts: Account[]
  mfaAccounts: MfaAccount[]
  privateTokens: HeldPrivateToken[]
  accessKey: AccessKey | undefined
  session: DeclaredSession | undefined
  operator: Operator | undefined
  /** How many more private tokens may be created: each starts a process, and takes longer than a whole sequence. */
  creations: { left: number }
  /** Undefined if the clock can't be moved as far as the sequences need. */
  clock: CaseClock | undefined
  /** Wrong passwords and codes may be sent to declared accounts. */
  mayFail: boolean
  choices: Choices
  /** The rules that some answer was checked against. */
  judged: Set<RequirementId>
  /** The seeds of all sequences. What a challenge that repeats one still grants depends on what happened to it before. */
  seeds: Set<string>
  run: Run
}

/** What the model remembers of one sequence. All times are the subject's, in Unix milliseconds. */
export interface Model {
  challenges: OpenChallenge[]
  tokens: HeldToken[]
  cookies: { value: string; username: string; setAt: number; followed?: true }[]
  creations: World['creations']
  /** The private token that a second creation must have left unchanged. */
  kept?: HeldPrivateToken
}

export interface OpenChallenge extends Challenge {
  owner: MfaAccount
  issuedAt: number
  /** `open`: must grant a token; `spent`: must not; `unsure`: the specification requires neither. */
  state: 'open' | 'spent' | 'unsure'
  hadWrongCode?: true
}

export interface HeldToken {
  text: string
  username: string
  seenVoid: boolean
}

/** The system that a sequence acts on; each sequence has an API with its own transcript. */
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

/** Thrown if a rule of the model was broken; the failure is booked on that rule's requirement. */
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

/** Notes that a rule was judged. @throws RuleBroken if it was not kept */
export function keeps(world: World, rule: RequirementId, judged: Violation | undefined): void {
  world.judged.add(rule)
  if (judged) throw new RuleBroken(rule, judged)
}

export function createWorld(tools: Tools, choices: Choices, isReplay: boolean): World {
  const { run } = tools
  const operator = possible(() => tools.operator)
  // Not in a run that leaves out the cases about private tokens: it should create none.
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
    seeds: new Set(),
    clock: run.clock.realTime ? undefined : clock,
    mayFail: mayFail(run),
    choices,
    run,
  }
}
