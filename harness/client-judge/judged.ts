import type { Method } from './operation.ts'
import type { Played, Scenario } from './played.ts'
import type { Call, Reading } from './read-calls.ts'

/** Whether one exchange or operation keeps or breaks a rule. Open: that it doesn't keep the rule proves nothing. */
export type Judged = { kept: true; calls: Call[] } | Broken

interface Broken {
  kept?: never
  wanted: string
  got: string
  calls: Call[]
  open?: true
}

export interface Obligation {
  rule: string
  /** Only these scenarios. If absent: every scenario, and the requests of a client's own tests. */
  scenarios?: readonly string[]
  /**
   * True if this judges the outcome of operations, not requests. If a request in the same scenario breaks a rule, that
   * explains the outcome, and the report shows it instead.
   */
  outcome?: true
  /** A rule about the same on a plain server: a client that breaks it shows nothing here. */
  after?: string
  /** Returns nothing if nothing triggers the rule. */
  judge: (reading: Reading) => readonly (Judged | undefined)[]
}

/** The parts of a rule that the judge uses. */
export interface ClientRule {
  level: 'must' | 'should'
  statement: string
  /** The methods with which it can be triggered. */
  methods: readonly Method[]
  /** True if only a client that supports all of these methods can trigger it. */
  needsAll?: true
  trigger: string
}

export interface JudgeInput {
  rules: ReadonlyMap<string, ClientRule>
  obligations: readonly Obligation[]
  scenarios: readonly Scenario[]
  played: readonly Played[]
  /** Scenarios that can't be played on this server. */
  leftOut?: readonly Scenario[]
  notChosen?: readonly Scenario[]
  /** Methods that the client supports. */
  methods: readonly Method[]
  kind: 'scenario' | 'command'
}

export interface Told {
  reading: Reading
  obligation: Obligation
  judged: Judged[]
  /** The operation that the client does not support, which makes its situation impossible to judge. */
  lacking?: string
}

/** What the plain scenarios show about the client, and which rule explains each scenario. */
export interface Context extends JudgeInput {
  explained: ReadonlyMap<string, string>
  /** The rules that something breaks. */
  broken: ReadonlySet<string>
  /** Methods with which the client lists the users on a plain server. */
  works: ReadonlySet<Method>
  /** Methods with which the client did not list the users on a plain server. */
  fails: ReadonlySet<Method>
}

export const isBroken = (one: Judged): one is Broken => one.kept === undefined
/** Broken in a way that fails the client. */
export const isFailed = (one: Judged): one is Broken => isBroken(one) && one.open !== true

/** The situation within the scenario in which this was judged. */
export const situationOf = ({ played }: Reading, { calls }: Judged): string =>
  played.operations.find(({ index }) => index === calls.at(-1)?.operation)?.situation ?? played.scenario

export const methodsOf = (told: readonly Told[]): Method[] =>
  told.flatMap(({ reading }) => reading.played.method ?? [])
