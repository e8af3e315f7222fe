import fc from 'fast-check'
import { field } from '../../harness/client/answer.ts'
import { signature, type AccessKey } from '../../harness/client/credentials/credentials.ts'
import { opensList } from '../../harness/client/grants.ts'
import { currentCase, runAsCase } from '../../harness/run/current-case.ts'
import { unlessJumpsEndTokens } from '../../harness/engine/case/jumps-end-tokens.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import { property, type Judged, type ProbeApi } from '../../harness/engine/case/property.ts'
import { derivedSeed } from '../../harness/run/random.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { createTimelineNotes } from '../../harness/run/timeline-events.ts'
import { createTrace, type Trace } from '../../harness/run/trace.ts'
import { createWebSession } from '../../harness/client/web/web-session.ts'
import { BudgetSpent, LeftOut, noneLeft, SetupFailed, Skipped, Violation } from '../../harness/outcomes.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { measureChoices } from './choices.ts'
import { creatingSequences, sequences, type Command } from './commands.ts'
import { createWorld, newModel, RuleBroken, type World } from './world.ts'

/** What all sequences of a run have shown. */
export interface Exploration {
  judged: Set<RequirementId>
  broken: Map<RequirementId, { violation: Violation | SetupFailed; trace: Trace }>
  /** Why no sequence reached a rule of the second factor, if known. */
  withoutSecondFactor?: string
}

const explorations = new WeakMap<Run, Promise<Exploration>>()

/** The kinds of sequences, by the name from which each gets its seed; the last kind runs only a few. */
const kinds = {
  model: { of: sequences },
  'model-creating': { of: creatingSequences, runs: 3 },
}
type Kind = keyof typeof kinds
/** The number of broken rules for which the shortest sequence is searched; a server with one fault breaks few rules. */
const mostBroken = 3

/**
 * Walks through the sequences once per run with all rules watched, then judges one of the rules. A violation ends its
 * sequence, so that nothing is booked that merely follows from it; the other sequences continue without watching that
 * rule.
 * @throws Violation with the shortest sequence found; LeftOut, without a message, if no sequence reached the rule
 */
export async function keepsRule(
  tools: Tools,
  rule: RequirementId,
  replayed: string | undefined,
): Promise<void> {
  const { run } = tools
  const known = explorations.get(run) ?? patiently(run, () => explore(tools, replayed))
  explorations.set(run, known)
  judgeBy(await known.catch(leftOut), rule)
}

const stuck = 'a valid step that the sequences need was rejected, limited or not answered'

function leftOut(error: unknown): never {
  if (error instanceof BudgetSpent) throw new Skipped(noneLeft)
  // The cases about that step judge its answer; it says nothing about the other rules.
  if (error instanceof SetupFailed) throw new LeftOut(stuck)
  throw error
}

/** Books on the case what was found about its rule. @throws Violation, LeftOut as `keepsRule` does */
export function judgeBy(
  { judged, broken, withoutSecondFactor = '' }: Exploration,
  rule: RequirementId,
): void {
  const { trace } = currentCase()
  trace.expectations++
  const found = broken.get(rule)
  if (!found && !judged.has(rule))
    throw rule.startsWith('mfa.') && withoutSecondFactor !== ''
      ? new Skipped(withoutSecondFactor)
      : new LeftOut('')
  if (!found) return
  trace.exchanges.push(...found.trace.exchanges)
  trace.timeline = found.trace.timeline
  if (found.trace.counterexample) trace.counterexample = found.trace.counterexample
  throw found.violation
}

async function explore(tools: Tools, replayed: string | undefined): Promise<Exploration> {
  const world = createWorld(tools, await measureChoices(tools), replayed !== undefined)
  if (world.accessKey && !(await opens(tools, world.accessKey))) world.accessKey = undefined
  const place = replayed === undefined ? undefined : tools.run.replays?.get(replayed)
  const replays = new Map(place && Object.keys(kinds).map((kind) => [kind, place]))
  const run: Run = { ...tools.run, replays }
  const broken: Exploration['broken'] = new Map()
  const aheadAtFirst = run.clock.aheadSeconds
  for (const kind of Object.keys(kinds) as Kind[]) {
    const isOther = place !== undefined && place.seed !== derivedSeed(run.seed, `${kind}#0`)
    if (isOther || (kind === 'model-creating' && world.creations.left === 0)) continue
    while (broken.size < mostBroken) {
      const unwatched = new Set(broken.keys())
      const found = await walk(tools, world, { kind, run, replayPath: place?.replayPath }, unwatched)
      if (!found) break
      const violation = await unlessJumpsEndTokens(found.violation, currentCase(), aheadAtFirst)
      broken.set(found.rule, { ...found, violation })
    }
  }
  const withoutSecondFactor = world.mayFail ? '' : noneLeft
  return { judged: world.judged, broken, withoutSecondFactor }
}

/** False for a key that the server locked because other cases sent invalid signatures with it: no sequence is to blame. */
const opens = async ({ api }: Tools, key: AccessKey): Promise<boolean> =>
  opensList(await api.list(api.listFamily(), signature(key), { role: 'step' }))

/** Runs all sequences until one breaks a watched rule, then searches the shortest one that breaks this rule. */
async function walk(
  { api, account }: Tools,
  world: World,
  { kind, run, replayPath }: { kind: Kind; run: Run; replayPath: string | undefined },
  unwatched: ReadonlySet<RequirementId>,
): Promise<{ rule: RequirementId; violation: Violation; trace: Trace } | undefined> {
  const trace = createTrace()
  let rule: RequirementId | undefined
  const body = async (commands: Iterable<Command>, probe: ProbeApi): Promise<Judged> => {
    const found = await runSequence(commands, probe, world)
    if (!found || unwatched.has(found.rule)) return undefined
    // Shrinking keeps to the rule that was broken first.
    if (rule !== undefined && rule !== found.rule) return undefined
    rule = found.rule
    return found.violation
  }
  try {
    const { of, ...options } = { runs: Infinity, ...kinds[kind] }
    await runAsCase({ ...currentCase(), run, trace, id: kind }, () =>
      property(of(replayPath), body, {
        ...options,
        twin: () => api.token(account),
        recipe: script,
        inTurn: true,
        issuesTokens: true,
      }),
    )
  } catch (error) {
    if (error instanceof Violation && rule !== undefined) return { rule, violation: error, trace }
    throw error
  }
  return undefined
}

async function runSequence(
  commands: Iterable<Command>,
  api: ProbeApi,
  world: World,
): Promise<RuleBroken | undefined> {
  const { run, trace } = currentCase()
  await settle(api, world)
  // Numbers its tokens as the script does.
  trace.timeline = createTimelineNotes()
  const session = world.session && createWebSession(run, trace, world.session)
  const model = newModel(world)
  try {
    await fc.asyncModelRun(() => ({ model, real: { api, session, world } }), commands)
    return undefined
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    // The sequence runs again to find the shortest one, and may repeat what it did.
    if (model.kept) world.creations.left = Infinity
    return error
  }
}

/** Completes what an earlier sequence left half done, so that a sequence fails only for what it does itself. */
async function settle(api: ProbeApi, world: World): Promise<void> {
  for (const account of world.mfaAccounts) {
    const seed = field((await api.login(account, { role: 'step' })).json, 'seed')
    if (typeof seed === 'string') world.seeds.add(seed)
  }
  for (const account of world.accounts.slice(0, 1)) await api.token(account)
}

/** Returns the commands that ran and had an effect, numbered. */
function script(commands: Iterable<Command & { hasRan?: boolean }>): string {
  return [...commands]
    .filter(({ hasRan }) => hasRan !== false)
    .map(String)
    .filter((said) => said !== '')
    .map((said, index) => `${index + 1}. ${said}`)
    .join('; ')
}
