import type { CaseResult } from '../verdicts/results.ts'
import type { ReportedExchange, Verdict } from '../../reports/report.ts'
import type { Method } from './operation.ts'
import type { Played, Scenario } from './played.ts'
import type { Recorded } from './recorded.ts'
import { readCalls, type Call, type Reading } from './read-calls.ts'
import { reportCall } from './report-call.ts'
import { viewsOf } from './situations.ts'

/** Whether one exchange or operation keeps or breaks a rule. */
export type Judged =
  { kept: true; calls: Call[] } | { kept?: never; wanted: string; got: string; calls: Call[] }

/** Judges a rule. */
export interface Obligation {
  rule: string
  /** Only these scenarios. If absent: every scenario, and the requests of a client's own tests. */
  scenarios?: readonly string[]
  /**
   * True if this judges the outcome of operations, not requests. If a request in the same scenario breaks a rule, that
   * explains the outcome, and the report shows it instead.
   */
  outcome?: true
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
  /** Methods that the client supports. */
  methods: readonly Method[]
  kind: 'scenario' | 'command'
}

interface Told {
  reading: Reading
  obligation: Obligation
  judged: Judged[]
  /** The operation that the client does not support, which makes its situation impossible to judge. */
  lacking?: string
}

/** Returns one case per rule, or one for each situation that breaks it. */
export function judgeClient(input: JudgeInput): CaseResult[] {
  const { obligations, played } = input
  const readings = played.map(readCalls)
  const views = readings.flatMap(viewsOf)
  const told = obligations.flatMap((obligation) =>
    (obligation.scenarios === undefined ? readings : views)
      .filter((reading) => isFor(obligation, reading.played))
      .map((reading): Told => {
        const lacking = obligation.scenarios && unsupportedIn(reading.played)
        if (lacking !== undefined) return { reading, obligation, judged: [], lacking }
        return {
          reading,
          obligation,
          judged: obligation.judge(reading).filter((one) => one !== undefined),
        }
      }),
  )
  const explained = explainedScenarios(told)
  const works = methodsThatWork(told, input)
  return [...input.rules].flatMap(([id, rule]) => judgeRule(id, rule, told, { ...input, explained, works }))
}

function isFor({ scenarios }: Obligation, { scenario, kind }: Played): boolean {
  return scenarios === undefined || (kind === 'scenario' && scenarios.includes(scenario))
}

function unsupportedIn({ operations }: Played): string | undefined {
  const last = operations.find(({ reply, optional }) => reply.kind === 'unsupported' && !optional)?.operation
  return last?.op === 'use' ? `use ${last.method}` : last?.op
}

const isBroken = (one: Judged) => one.kept === undefined

/** Maps each scenario with a request that broke a rule to that rule. */
function explainedScenarios(told: readonly Told[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { obligation, reading, judged } of told) {
    if (obligation.outcome) continue
    for (const one of judged.filter(isBroken)) {
      const name = situationOf(reading, one)
      if (!found.has(name)) found.set(name, obligation.rule)
    }
  }
  return found
}

/** The situation within the scenario in which this was judged. */
const situationOf = ({ played }: Reading, { calls }: Judged): string =>
  played.operations.find(({ index }) => index === calls.at(-1)?.operation)?.situation ?? played.scenario

/** Methods with which every list operation of the plain scenario succeeded. */
function methodsThatWork(told: readonly Told[], { kind, methods }: JudgeInput): ReadonlySet<Method> {
  if (kind === 'command') return new Set(methods)
  const plain = told.filter(({ obligation }) => obligation.rule === 'client.lists-users')
  return new Set(
    plain.flatMap(({ reading, judged }) =>
      judged.length > 0 && !judged.some(isBroken) && reading.played.method ? [reading.played.method] : [],
    ),
  )
}

interface Context extends JudgeInput {
  explained: ReadonlyMap<string, string>
  works: ReadonlySet<Method>
}

function judgeRule(id: string, rule: ClientRule, all: readonly Told[], context: Context): CaseResult[] {
  const told = all.filter(({ obligation }) => obligation.rule === id)
  const own = (slug: string, verdict: Verdict, message: string): CaseResult[] => [
    result(`${id}/${slug}`, rule, verdict, message),
  ]
  const missing = rule.methods.filter((method) => !context.methods.includes(method))
  if (missing.length > 0 && (rule.needsAll || missing.length === rule.methods.length))
    return own('every-request', 'not-applicable', `the client does not support ${missing.join(', ')}`)
  const failures = told.flatMap((one) => failureOf(id, rule, one, context))
  if (failures.length > 0) return inFew(failures, context.kind)
  const cut = told.filter(({ lacking }) => lacking !== undefined)
  const unsupported = (some: readonly Told[]) =>
    own('every-request', 'untested', `the client does not support ${some[0]?.lacking ?? ''}`)
  // With a method that works, the part that was cut off could have failed.
  const open = cut.filter(({ reading }) => reading.played.method && context.works.has(reading.played.method))
  if (open.length > 0) return unsupported(open)
  const triggered = told.filter(({ judged }) => judged.length > 0)
  const shown = triggered.filter(
    ({ reading, judged }) =>
      !judged.some(isBroken) &&
      (reading.played.method === undefined || context.works.has(reading.played.method)),
  )
  const calls = triggered.flatMap(({ judged }) => judged.flatMap((one) => one.calls))
  if (shown.length > 0 && !triggered.some(({ judged }) => judged.some(isBroken)))
    return [
      {
        ...result(`${id}/every-request`, rule, 'pass', ''),
        exchanges: calls.length,
        durationMs: tookMs(calls),
      },
    ]
  if (triggered.length > 0) {
    const names = triggered.flatMap(({ reading, judged }) => [
      reading.played.scenario,
      ...judged.map((one) => situationOf(reading, one)),
    ])
    const why = names.map((name) => context.explained.get(name)).find((one) => one !== undefined)
    return own(
      'every-request',
      'inconclusive',
      why !== undefined && why !== id
        ? `what happened is explained by ${why}; correct that first`
        : 'the client does not list the users on a plain server, so that nothing shows what it can do',
    )
  }
  const broken = context.kind === 'command' ? brokenSignature(id, all) : undefined
  if (broken !== undefined)
    return own('every-request', 'untested', `the signatures break ${broken}; correct that first`)
  if (cut.length > 0) return unsupported(cut)
  const unfit = unfitFor(id, context)
  if (unfit !== undefined) return own('every-request', 'not-applicable', unfit)
  const trigger =
    context.kind === 'command' && onlyInScenarios(rule.trigger)
      ? 'only scenarios show it ("conformance client init" writes a client.yaml for them)'
      : leftOutFor(id, rule.methods, context)
        ? 'the scenarios for it need our own server, or what is not declared; leave "upstream" out'
        : rule.trigger
  return own('every-request', 'untested', `not triggered: ${trigger}`)
}

/**
 * Returns a rule that the client's signatures break, for when another signature rule can't be judged: only one fault of a
 * signature is shown.
 */
function brokenSignature(id: string, all: readonly Told[]): string | undefined {
  const topic = 'client.signature-'
  if (!id.startsWith(topic)) return undefined
  const isWrong = ({ obligation, judged }: Told) => obligation.rule.startsWith(topic) && judged.some(isBroken)
  return all.find(isWrong)?.obligation.rule
}

/** Shows a client that fails everywhere by its first failures, which come from a plain server, and counts the others. */
function inFew(failures: CaseResult[], kind: JudgeInput['kind']): CaseResult[] {
  const shown = failures.slice(0, mostCases)
  const [last, more] = [shown.at(-1), failures.length - shown.length]
  if (last === undefined || more === 0 || kind === 'command') return shown
  const got = `${last.got ?? ''} (and in ${more} other situation${more === 1 ? '' : 's'})`
  return [...shown.slice(0, -1), { ...last, got, message: `expected ${last.wanted ?? ''}, but ${got}` }]
}

const mostCases = 3

const onlyInScenarios = (trigger: string) => /line protocol|operation/.test(trigger)

/** True if the scenarios for a rule were left out, or those of all its methods. */
function leftOutFor(id: string, methods: readonly Method[], { obligations, leftOut = [] }: Context): boolean {
  const names = leftOut.flatMap(({ name, situations = [] }) => [name, ...situations])
  return (
    methods.every((method) => names.includes(`plain-${method}`)) ||
    obligations.some(
      ({ rule, scenarios = [] }) => rule === id && scenarios.some((one) => names.includes(one)),
    )
  )
}

/** Why the situations of a rule were left out, if that applies to all that were played. */
function unfitFor(id: string, { obligations, played }: Context): string | undefined {
  const wanted = obligations.filter(({ rule }) => rule === id).flatMap(({ scenarios = [] }) => scenarios)
  const found = played.flatMap(({ situations }) =>
    [...situations].filter(([name]) => wanted.includes(name)).map(([, { unfit }]) => unfit),
  )
  return found.every((why) => why !== undefined) ? found[0] : undefined
}

function failureOf(
  id: string,
  rule: ClientRule,
  { obligation, reading, judged }: Told,
  context: Context,
): CaseResult[] {
  const { played } = reading
  const found = judged.find((one) => one.kept === undefined)
  if (found === undefined || found.kept) return []
  const isPlain = id === 'client.lists-users'
  if (obligation.outcome) {
    if (context.explained.has(played.scenario)) return []
    // Without the plain scenario, nothing shows what the client can do.
    if (!isPlain && played.method && !context.works.has(played.method)) return []
  }
  const more = judged.filter(isBroken).length - 1
  const where = played.kind === 'command' ? 'as-sent' : situationOf(reading, found)
  const situation = played.situations.get(where)
  const title =
    situation?.title ??
    context.scenarios.find(({ name }) => name === played.scenario)?.title ??
    rule.statement
  const variations = situation?.variations ?? played.variations
  const drawn = variations.length > 0 ? ` [${variations.join(', ')}]` : ''
  const got = `${found.got}${more > 0 ? `, and ${more} more like it` : ''}`
  return [
    {
      ...result(`${id}/${where}`, rule, 'fail', `expected ${found.wanted}, but ${got}`),
      title: withoutDot(title) + drawn,
      wanted: found.wanted,
      got,
      exchanges: played.exchanges.length,
      durationMs: tookMs(played.exchanges),
      transcript: transcriptOf(reading, found.calls),
    },
  ]
}

/** Rules are judged in parallel on the same exchanges, so only the duration of a rule's own exchanges counts. */
const tookMs = (exchanges: readonly Recorded[]): number =>
  Math.round(exchanges.reduce((sum, { sentAt, answeredAt }) => sum + answeredAt - sentAt, 0))

const longestTranscript = 16

/** Returns the exchanges up to the last relevant one. */
function transcriptOf({ calls, played }: Reading, judged: readonly Call[]): ReportedExchange[] {
  const last = judged.at(-1)?.number ?? calls.length
  const numbers = new Set(judged.map(({ number }) => number))
  const violates = numbers.size === 1 ? { violates: true as const } : {}
  return calls
    .filter(({ number }) => number <= last)
    .slice(-longestTranscript)
    .map((call, index) =>
      numbers.has(call.number)
        ? { ...reportCall(call, played, index + 1, 'judged'), ...violates }
        : reportCall(call, played, index + 1, 'step'),
    )
}

/** Reports append text to a title. */
const withoutDot = (title: string) => title.replace(/\.$/, '')

const result = (id: string, { statement }: ClientRule, verdict: Verdict, message: string): CaseResult => ({
  id,
  requirement: id.slice(0, id.indexOf('/')),
  title: withoutDot(statement),
  verdict,
  wanted: null,
  got: null,
  message,
  durationMs: 0,
  exchanges: 0,
  transcript: [],
})
