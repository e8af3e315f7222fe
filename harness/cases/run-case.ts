import type { ReportedCase, Verdict } from '../../reports/report.ts'
import { LeftOut, NotDeclared, NotSupported, SetupFailed, Violation } from '../verdicts/outcomes.ts'
import { runAsCase, type CurrentCase } from './current-case.ts'
import { familiesOf } from './families-of.ts'
import { makeTools } from './make-tools.ts'
import type { Case } from './registry.ts'
import type { Run } from './run.ts'
import type { ToolName } from './tools.ts'
import { createTrace, type Trace } from './trace.ts'
import { reportedExchange } from './reported-exchange.ts'

/** A case's result before it is folded into the report. */
export interface CaseResult extends Omit<ReportedCase, 'replay'> {
  requirement: string
  /** For `untested`: the field of the declaration that would help. */
  missing?: string
  /** The failure counts only if some method has shown this user to list. */
  ifMayList?: string
  /** Why the case was left out; it then stands in no report, only in its notes. */
  leftOut?: string
}

/** Runs one case and says how it ended; throws nothing. */
export async function runCase(run: Run, subject: Case): Promise<CaseResult> {
  const trace = createTrace()
  const participant = await run.timeline.join()
  const startedAt = run.monotonic()
  let outcome: Outcome
  try {
    outcome = await runAsCase({ run, trace, id: subject.id }, async () => {
      await subject.body(makeTools(run, trace, participant))
      if (trace.expectations === 0) throw new Error('the case evaluated no expectation')
      for (const control of trace.controls.values()) await control()
      run.refusals += trace.refusals
      return { verdict: 'pass', message: '' }
    })
  } catch (error) {
    outcome = outcomeOf(await confirmed(error, { run, trace }))
  } finally {
    participant.leave()
  }
  return result(run, subject, trace, asFarAsItSays(run, outcome), run.monotonic() - startedAt)
}

/** The error that counts: a violation takes a last look, where it has one to take. */
async function confirmed(error: unknown, current: CurrentCase): Promise<unknown> {
  if (!(error instanceof Violation) || !error.confirm) return error
  try {
    await runAsCase(current, error.confirm)
    return error
  } catch (explanation) {
    return explanation
  }
}

/** What a subject grants that grants on any path is no pass; nor a failure, where nothing shows that the API is there. */
function asFarAsItSays({ grantsAnywhere, declaration }: Run, outcome: Outcome): Outcome {
  const { accounts, privateTokens, accessKeys, session } = declaration
  const isDeclared = [...Object.values(accounts), ...Object.values(privateTokens), accessKeys || [], session]
    .flat()
    .some((part) => part !== undefined && part !== false)
  const says = outcome.verdict !== 'pass' && (outcome.verdict !== 'fail' || isDeclared)
  return grantsAnywhere === undefined || says ? outcome : { verdict: 'inconclusive', message: grantsAnywhere }
}

interface Outcome {
  verdict: Verdict
  message: string
  wanted?: string
  got?: string
  missing?: string
  ifMayList?: string
  leftOut?: string
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Violation) {
    const { wanted, got, message, ifMayList } = error
    return { verdict: 'fail', wanted, got, message, ...(ifMayList === undefined ? {} : { ifMayList }) }
  }
  if (error instanceof SetupFailed) return { verdict: 'inconclusive', message: error.message }
  if (error instanceof NotDeclared)
    return { verdict: 'untested', message: error.message, missing: error.field }
  if (error instanceof NotSupported) return { verdict: 'not-applicable', message: error.message }
  if (error instanceof LeftOut) return { verdict: 'untested', message: error.message, leftOut: error.message }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { verdict: 'error', message: stack.split('\n').slice(0, 4).join('\n') }
}

/** A picture helps where a case is about how long or how often something works: time, tokens, seeds, sessions. */
const showsTime = ({ tools, requirement }: Case): boolean =>
  timed.some((tool) => tools.includes(tool)) || /^(token|session)\./.test(requirement)
const timed: readonly ToolName[] = ['clock', 'farClock', 'mfaAccount', 'mfaAccount2']

function result(run: Run, subject: Case, trace: Trace, outcome: Outcome, durationMs: number): CaseResult {
  const { verdict, message, wanted = null, got = null, ...rest } = outcome
  const { id, requirement, title, changed } = subject
  const families = familiesOf(trace.exchanges)
  return {
    id,
    requirement,
    title,
    verdict,
    wanted,
    got,
    message: run.secrets.mask(message),
    durationMs: Math.round(durationMs),
    exchanges: trace.exchanges.length + trace.unkept,
    transcript:
      verdict === 'pass'
        ? []
        : trace.exchanges.map((traced, index) => reportedExchange(run, traced, index + 1)),
    ...(families.length === 0 ? {} : { families }),
    ...(changed === undefined ? {} : { changed }),
    ...(trace.counterexample === undefined ? {} : { counterexample: trace.counterexample }),
    ...(showsTime(subject) ? { timeline: trace.timeline.events() } : {}),
    ...rest,
  }
}
