import type { CaseResult } from '../verdicts/results.ts'
import type { ReportedExchange, Verdict } from '../../reports/report.ts'
import type { Played } from './played.ts'
import type { Recorded } from './recorded.ts'
import { readCalls, type Call, type Reading } from './read-calls.ts'
import { reportCall } from './report-call.ts'
import {
  isBroken,
  isFailed,
  methodsOf,
  situationOf,
  type ClientRule,
  type Context,
  type JudgeInput,
  type Obligation,
  type Told,
} from './judged.ts'
import { whyUnproven, whyUntriggered } from './why-unjudged.ts'

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
  const broken = new Set(
    told.flatMap(({ obligation: { rule }, judged }) => (judged.some(isBroken) ? [rule] : [])),
  )
  const context = { ...input, explained, broken, ...plainMethods(told, input) }
  return [...input.rules].flatMap(([id, rule]) => judgeRule(id, rule, told, context))
}

/**
 * Splits a scenario into its situations, each with its own name, operations and requests; all of them know what the server
 * gave. A scenario without situations stays whole.
 */
function viewsOf(reading: Reading): Reading[] {
  const { played, calls } = reading
  const views = [...played.situations].map(([name, { variations }]): Reading => {
    const operations = played.operations.filter(({ situation }) => situation === name)
    const indexes = operations.map(({ index }) => index)
    return {
      ...reading,
      played: { ...played, scenario: name, variations, operations },
      calls: calls.filter(({ operation }) => operation !== undefined && indexes.includes(operation)),
    }
  })
  return views.length === 0 ? [reading] : views
}

function isFor({ scenarios }: Obligation, { scenario, kind }: Played): boolean {
  return scenarios === undefined || (kind === 'scenario' && scenarios.includes(scenario))
}

function unsupportedIn({ operations }: Played): string | undefined {
  const last = operations.find(({ reply, optional }) => reply.kind === 'unsupported' && !optional)?.operation
  return last?.op === 'use' ? `use ${last.method}` : last?.op
}

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

/** Methods with which every list operation of the plain scenario succeeded, and those with which one did not. */
function plainMethods(
  told: readonly Told[],
  { kind, methods }: JudgeInput,
): Pick<Context, 'works' | 'fails'> {
  if (kind === 'command') return { works: new Set(methods), fails: new Set() }
  const plain = told.filter(
    ({ obligation, judged }) => obligation.rule === 'client.lists-users' && judged.length > 0,
  )
  const broken = plain.filter(({ judged }) => judged.some(isBroken))
  return {
    works: new Set(methodsOf(plain.filter((one) => !broken.includes(one)))),
    fails: new Set(methodsOf(broken)),
  }
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
  // With a method that works, the part that was cut off could have failed.
  const open = cut.find(({ reading }) => reading.played.method && context.works.has(reading.played.method))
  if (open) return own('every-request', 'untested', `the client does not support ${open.lacking}`)
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
    const wrong = triggered.filter(({ judged }) => judged.some(isBroken))
    const names = (wrong.length > 0 ? wrong : triggered).flatMap(({ reading, judged }) => [
      reading.played.scenario,
      ...judged.map((one) => situationOf(reading, one)),
    ])
    const broken = triggered.flatMap(({ judged }) => judged.filter(isBroken))
    const open = broken.find((one) => one.open)?.got
    return own('every-request', 'inconclusive', whyUnproven(id, methodsOf(triggered), names, context, open))
  }
  const { verdict, why } = whyUntriggered(id, rule, all, context)
  return own('every-request', verdict, why)
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

function failureOf(
  id: string,
  rule: ClientRule,
  { obligation, reading, judged }: Told,
  context: Context,
): CaseResult[] {
  const { played } = reading
  const found = judged.find(isFailed)
  if (found === undefined) return []
  if (obligation.after !== undefined && context.broken.has(obligation.after)) return []
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
