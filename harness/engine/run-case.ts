import {
  AskedToWait,
  LeftOut,
  NotDeclared,
  NotSupported,
  SetupFailed,
  Skipped,
  Violation,
} from '../outcomes.ts'
import { atOnce } from '../client/at-once.ts'
import type { CaseResult } from '../verdicts/results.ts'
import { clearCount } from './clear-count.ts'
import { confirmed } from './case/confirmed.ts'
import { unlessJumpsEndTokens } from './case/jumps-end-tokens.ts'
import { runAsCase } from '../run/current-case.ts'
import { familiesOf } from './families-of.ts'
import { judgeWhatFollowed } from './case/judge-what-followed.ts'
import { demandNeeds, makeTools } from './make-tools.ts'
import { patiently } from './case/patiently.ts'
import type { Case } from './case/registry.ts'
import { leasesOf } from './schedule/leases.ts'
import type { Run } from '../run/run.ts'
import type { Need } from './case/tools.ts'
import type { Exchange } from '../wire/exchange.ts'
import { createTrace, type Trace } from '../run/trace.ts'
import { reportedExchange } from './reported-exchange.ts'
import { textLimit, wholeOrDigest } from '../wire/shown/cut.ts'

/** Runs one case and returns how it ended; never throws. */
export async function runCase(shared: Run, subject: Case): Promise<CaseResult> {
  const run = withStandIns(shared, subject)
  let trace = createTrace()
  const participant = await run.timeline.join()
  const startedAt = run.monotonic()
  const aheadAtFirst = run.clock.aheadSeconds
  let outcome: Outcome
  const { until } = participant
  const allowance = run.spending?.of(subject)
  const first = leasesOf(subject, run).length > 0
  const begin = () =>
    runAsCase({ run, trace, id: subject.id, until, allowance, first }, async (): Promise<Outcome> => {
      const reason = run.spending?.begin(subject)
      if (reason !== undefined) throw new Skipped(reason)
      const tools = makeTools(run, trace, participant)
      demandNeeds(tools, subject.needs)
      const owner = subject.rejects?.of
      if (owner === 'mfa' || owner === 'mfa2') await clearCount(run, [owner], tools)
      await subject.body(tools).catch(async (error: unknown) => {
        // A grant in a second answer is worse than a step that went wrong afterwards.
        if (error instanceof SetupFailed) await judgeWhatFollowed(trace.followed)
        throw error
      })
      await judgeWhatFollowed(trace.followed)
      if (trace.expectations === 0) throw new Error('the case evaluated no expectation')
      await atOnce(run, [...trace.controls.values()], (control) => control())
      shared.rejections += trace.rejections
      return { verdict: 'pass', message: '' }
    })
  const beginAgain = () => {
    trace = { ...createTrace(), unkept: trace.unkept + trace.exchanges.length }
  }
  try {
    outcome = await patiently(run, begin, beginAgain, until)
  } catch (error) {
    const current = { run, trace, id: subject.id, until }
    const counts = await confirmed(error, current)
    const isViolation = counts instanceof Violation
    outcome = outcomeOf(isViolation ? await unlessJumpsEndTokens(counts, current, aheadAtFirst) : counts)
  } finally {
    participant.leave()
  }
  return result(run, subject, trace, downgradeIfMeaningless(run, outcome), run.monotonic() - startedAt)
}

/** The run, with other accounts of the same kind if the plan has the case use those. */
function withStandIns(run: Run, subject: Case): Run {
  const { declaration } = run
  const others = run.spending?.accounts(subject) ?? {}
  if (Object.keys(others).length === 0) return run
  return { ...run, declaration: { ...declaration, accounts: { ...declaration.accounts, ...others } } }
}

/**
 * If a subject grants access on any path, its grants are no pass. If nothing is declared either, nothing shows that the API
 * exists, so a failure does not count.
 */
function downgradeIfMeaningless({ grantsAnywhere, declaration }: Run, outcome: Outcome): Outcome {
  const { accounts, privateTokens, accessKeys, session } = declaration
  const isDeclared = [...Object.values(accounts), ...Object.values(privateTokens), accessKeys || [], session]
    .flat()
    .some((part) => part !== undefined && part !== false)
  const says = outcome.verdict !== 'pass' && (outcome.verdict !== 'fail' || isDeclared)
  return grantsAnywhere === undefined || says ? outcome : { verdict: 'inconclusive', message: grantsAnywhere }
}

interface Outcome extends Pick<
  CaseResult,
  'verdict' | 'message' | 'missing' | 'ifMayList' | 'leftOut' | 'skipped' | 'askedToWait'
> {
  wanted?: string
  got?: string
  /** The answer that failed the case. */
  exchange?: Exchange
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Violation) {
    const { wanted, got, message, ifMayList, exchange } = error
    const judged = exchange === undefined ? {} : { exchange }
    return {
      verdict: 'fail',
      wanted,
      got,
      message,
      ...(ifMayList === undefined ? {} : { ifMayList }),
      ...judged,
    }
  }
  if (error instanceof SetupFailed) {
    const askedToWait = error instanceof AskedToWait ? { askedToWait: true as const } : {}
    return { verdict: 'inconclusive', message: error.message, ...askedToWait }
  }
  if (error instanceof NotDeclared)
    return { verdict: 'untested', message: error.message, missing: error.field }
  if (error instanceof NotSupported) return { verdict: 'not-applicable', message: error.message }
  if (error instanceof LeftOut) {
    const skipped = error instanceof Skipped ? { skipped: true as const } : {}
    const message = error.message || 'nothing tried in this run got as far as the rule'
    return { verdict: 'untested', message, leftOut: error.message, ...skipped }
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { verdict: 'error', message: stack.split('\n').slice(0, 4).join('\n') }
}

/** A picture helps if a case is about how long or how often something works: time, tokens, seeds, sessions. */
const showsTime = ({ needs, requirement }: Case): boolean =>
  timed.some((need) => needs.includes(need)) || /^(token|session)\./.test(requirement)
const timed: readonly Need[] = ['clock', 'farClock', 'mfaLogin', 'mfaAccount', 'mfaAccount2']

const short = (text: string) => wholeOrDigest(text, 4 * textLimit)

function result(run: Run, subject: Case, trace: Trace, outcome: Outcome, durationMs: number): CaseResult {
  const { verdict, message, wanted = null, got = null, exchange, ...rest } = outcome
  const { id, requirement, title, changed, race } = subject
  const families = familiesOf(trace.exchanges)
  return {
    id,
    requirement,
    title,
    verdict,
    wanted: wanted === null ? null : short(wanted),
    got: got === null ? null : short(got),
    message: short(message),
    durationMs: Math.round(durationMs),
    exchanges: trace.exchanges.length + trace.unkept,
    transcript:
      verdict === 'pass'
        ? []
        : trace.exchanges.map((traced, index) => reportedExchange(run, traced, index + 1, exchange)),
    ...(families.length === 0 ? {} : { families }),
    ...(changed === undefined ? {} : { changed }),
    ...(race === undefined ? {} : { race }),
    ...(trace.counterexample === undefined ? {} : { counterexample: trace.counterexample }),
    ...(showsTime(subject) ? { timeline: trace.timeline.events(exchange) } : {}),
    ...rest,
  }
}
