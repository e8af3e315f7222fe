import type fc from 'fast-check'
import { createApi, type Api } from '../../client/api/api.ts'
import { createSteps, type Steps } from '../../client/steps/steps.ts'
import { createTokenMemory, type TokenMemory } from '../../facts/token-memory.ts'
import { BudgetSpent, LeftOut, noneLeft, SetupFailed, Skipped, Violation } from '../../outcomes.ts'
import { currentCase, runAsCase } from '../../run/current-case.ts'
import { askedAtOnce } from './asked-at-once.ts'
import { patiently } from './patiently.ts'
import { derivedSeed } from '../../run/random.ts'
import type { Run } from '../../run/run.ts'
import { search, type Found } from './search.ts'
import type { TimelineNotes } from '../../run/timeline-events.ts'
import { createTrace, type Traced } from '../../run/trace.ts'

/** What one try of a property sends with. */
export type ProbeApi = Api & Steps

export interface PropertyOptions<T> {
  /** A valid request that must be accepted before the first try and after the last. */
  twin: () => Promise<unknown>
  /** Describes the input in words, never with a value made of secrets; the text is masked at the end. */
  recipe: (input: T) => string
  /** The most tries, if `--runs` is more. */
  runs?: number
  /** One try at a time, because tries depend on one another. */
  inTurn?: true
  /** The run remembers when these tokens were issued, as it does for every other login. */
  issuesTokens?: true
  /** Each try is a rejected login or code: if these are limited, there are no more tries than the plan has room for. */
  failsLogins?: true
  /** Each try is a valid login: if failed logins are limited, the first rejection ends the search. */
  logsIn?: true
}

/** Why an input breaks the rule; undefined if it doesn't. */
export type Judged = Violation | undefined

/** What a body returns if its input can't be judged. */
export const notJudged = Symbol('not judged')
export type Tried = Judged | typeof notJudged

/** A failure of one try, with the exchanges and the timeline of that try alone. */
interface Failure {
  violation: Violation
  exchanges: Traced[]
  timeline: TimelineNotes
  /** Made right after this try: a sequence numbers what it made, so its text would be different after the next try. */
  recipe: string
}

const shrinkLimitMs = 20_000
/** A long sequence of steps on a slow machine; beyond this, tries are left out. */
const limitPerRunMs = 250

/**
 * Checks a rule against many inputs, as one expectation of the case. The body returns what is wrong, if anything, and does
 * not call `expect`, because it may run ten thousand times. Only the exchanges of the counterexample are kept, or of the try
 * that ended the search because a step of it went wrong.
 * @throws Violation for the smallest input found that breaks the rule; Skipped if the budget of failed logins has no share
 * for it; LeftOut, without a message, if none of the inputs could be judged
 */
export async function property<T>(
  arbitrary: fc.Arbitrary<T>,
  body: (input: T, api: ProbeApi) => Promise<Tried>,
  options: PropertyOptions<T>,
): Promise<void> {
  const current = currentCase()
  const { run, trace, id = '', allowance } = current
  trace.expectations++
  const wanted = Math.min(options.runs ?? Infinity, run.runs)
  const runs = options.failsLogins && allowance ? Math.min(wanted, allowance.left) : wanted
  if (runs === 0) throw new Skipped(noneLeft)

  const seed = derivedSeed(run.seed, `${id}#${trace.properties++}`)
  const place = run.replays?.get(id)
  /** Tools of tries that passed, reused by later tries: creating them often takes longer than an answer. */
  const idle: ReturnType<typeof probeTools>[] = []
  let hasJudged = false
  /** Those of the first try that could not be judged to its end. */
  let unfinished: Traced[] | undefined
  await options.twin()
  const searching = {
    seed,
    runs,
    concurrency:
      options.inTurn ||
      run.sequential ||
      run.signatureDates.rises ||
      (options.logsIn && run.failedLogins.limited)
        ? 1
        : run.declaration.limits.concurrency,
    limitMs: shrinkLimitMs + runs * limitPerRunMs,
    ...(place?.seed === seed ? { replay: place } : {}),
  }
  const searched = await search(arbitrary, searching, attempt).catch((error: unknown) => {
    // Other cases have spent the budget in the meantime.
    if (error instanceof BudgetSpent) throw new Skipped(noneLeft)
    trace.exchanges.push(...(unfinished ?? []))
    throw error
  })
  if (!searched.failure) {
    await options.twin()
    if (!hasJudged) throw new LeftOut('')
    return
  }
  const found = report(searched.failure, seed, searched.runs)
  if (options.logsIn && found.exchange?.response.status === 403) found.confirm = twinAgain
  throw found

  /** A limit on logins may answer 403, which then says nothing about the input. It lets one through now and then. */
  async function twinAgain(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: askedAtOnce }, () => options.twin()))
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
    }
  }

  async function attempt(input: T): Promise<Failure | undefined> {
    const tools = idle.pop() ?? probeTools()
    const { own, scope, api } = tools
    let tried: Tried
    try {
      tried = await patiently(
        run,
        () => runAsCase({ ...current, run: scope.run, trace: own, id }, () => body(input, api)),
        () => {
          trace.unkept += own.exchanges.length
          scope.forget()
          Object.assign(own, createTrace())
        },
      )
    } catch (error) {
      if (!(error instanceof Violation)) {
        scope.keep()
        unfinished ??= own.exchanges
        throw error
      }
      tried = error
    }
    trace.unkept += own.exchanges.length
    trace.rejections += own.rejections
    hasJudged ||= tried !== notJudged
    if (!(tried instanceof Violation)) {
      scope.forget()
      Object.assign(own, createTrace())
      idle.push(tools)
      return undefined
    }
    scope.keep()
    const { exchanges, timeline } = own
    return { violation: tried, exchanges, timeline, recipe: options.recipe(input) }
  }

  function probeTools() {
    const own = createTrace()
    const scope = probeScope(run, options.issuesTokens ? run.tokens : undefined)
    const base = createApi(scope.run, own)
    return { own, scope, api: { ...base, ...createSteps(scope.run, base, noCodes) } }
  }

  function report({ failed, shrinks, path, replayPath }: Found<T, Failure>, seed: number, runs: number) {
    trace.unkept -= failed.exchanges.length
    trace.exchanges.push(...failed.exchanges)
    trace.timeline = failed.timeline
    const place = { path, ...(replayPath === undefined ? {} : { replayPath }) }
    trace.counterexample = { seed, ...place, runs, shrinks, recipe: failed.recipe }
    return failed.violation
  }
}

const noCodes = () => Promise.reject(new SetupFailed('a property uses up no one-time codes of its own'))

/** The run as one try sees it. What a try learns is forgotten afterwards, so ten thousand take no more room than one. */
export function probeScope(
  run: Run,
  tokens?: TokenMemory,
): { run: Run; keep: () => void; forget: () => void } {
  let learned: [value: string, label: string][] = []
  const keep = () => {
    for (const [value, label] of learned.splice(0)) run.secrets.add(value, label)
  }
  const forgetful = () => ({ tokens: tokens ?? createTokenMemory(), firstUses: new Map<string, number>() })
  const secrets: Run['secrets'] = {
    add(value, label) {
      learned.push([value, label])
      run.recentSecrets.add(value, label)
    },
    mask: (text) => {
      keep()
      return run.secrets.mask(text)
    },
    findIn: (content) => run.secrets.findIn(content),
  }
  const lists = { ...run.lists, addInnocent: () => {} }
  const scoped: Run = { ...run, ...forgetful(), lists, secrets }
  const forget = () => {
    learned = []
    Object.assign(scoped, forgetful())
  }
  return { run: scoped, keep, forget }
}
