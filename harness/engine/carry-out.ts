import type { CaseResult, Observed, RunSummary } from '../verdicts/results.ts'
import { inSequence } from '../client/at-once.ts'
import { WireFailure } from '../wire/exchange.ts'
import { createRun } from './create-run/create-run.ts'
import { Misdeclared } from './case/misdeclared.ts'
import { machine } from './machine.ts'
import type { Measurement } from './case/observation.ts'
import type { Case } from './case/registry.ts'
import { rejectsAllNote } from './rejects-all-note.ts'
import { runCase } from './run-case.ts'
import type { Run } from '../run/run.ts'
import type { RunSpec } from './run-spec.ts'
import { runObservations } from './run-observations.ts'
import { prepareRun } from './prepare-run.ts'
import { order, runInOrder } from './schedule/schedule.ts'
import { createSecondLook } from './second-look.ts'

/** The summary of a run that sent nothing. */
export const nothing: RunSummary = {
  exchanges: 0,
  clock: { kind: 'none', aheadSeconds: 0 },
  notes: [],
  secrets: [],
  recentSecrets: [],
  listed: [],
  cutOff: [],
  observations: [],
}

/** Callbacks for what happens during a run, besides the results, and for the operator's commands. */
export interface RunListeners extends Pick<Run, 'operatorCommands'> {
  /** All cases wait in real time, for this many milliseconds more; 0 when they go on. */
  onWait?: (leftMs: number) => void
  /** The run has begun; from now on `soFar` returns its summary up to that moment. */
  onBegun?: (soFar: () => RunSummary) => void
  onStart?: (one: Case) => void
}

/**
 * Carries out one run in this process: the first look, then the cases in the order of their phases. Observations come
 * before the far jumps, while accounts are still young. If the clock may only advance for a limited time, they come after
 * the jumps, so that they take none of that time from the cases. Measurements that may lock an account come last.
 */
export async function carryOut(
  spec: RunSpec,
  chosen: readonly Case[],
  done: (result: CaseResult) => void,
  measurements: readonly Measurement[] = [],
  { onWait = () => {}, onBegun = () => {}, onStart = () => {}, operatorCommands }: RunListeners = {},
): Promise<RunSummary> {
  let run: Run
  try {
    run = await createRun(spec, { ...machine, env: spec.env, onWait })
  } catch (error) {
    if (error instanceof WireFailure) return { ...nothing, unreachable: error.message }
    if (error instanceof Misdeclared) return { ...nothing, misdeclared: error.message }
    throw error
  }
  if (operatorCommands) run.operatorCommands = operatorCommands
  onBegun(() => summaryOf(run, []))
  const judged = new Set<string>()
  const options = prepareRun(run, chosen, spec, (requirement) => judged.has(requirement))
  const judge = async (one: Case) => {
    onStart(one)
    const result = await runCase(run, one)
    if (result.verdict === 'pass' || result.verdict === 'fail') judged.add(one.requirement)
    return result
  }
  const runCases = async (some: readonly Case[]) => {
    // Doubtful cases are judged again before the next phase, because its logins and hours change the server's state.
    // In real time, all phases run together.
    const jumps = run.clock.movable && !run.clock.realTime
    for (const phases of jumps ? order.map((phase) => [phase]) : [order]) {
      const again = createSecondLook(run, (one) => inSequence(run, () => judge(one)), done)
      const part = some.filter(({ phase }) => phases.includes(phase))
      await runInOrder(part, options, async (one, hadCompany) =>
        again.settle(one, await judge(one), hadCompany()),
      )
      await again.alone()
    }
  }
  const isFar = ({ phase }: Case) => phase === 'years' || phase === 'last'
  // The cases that log in on the web page have done so by now: a far jump expires a captcha that is valid for an hour.
  const isLate = ({ phase }: Case) => phase === 'late'
  const careful = measurements.filter(({ locksOut }) => !locksOut)
  const rest = measurements.filter(({ locksOut }) => locksOut)
  const isLimited = run.clock.leftSeconds !== Infinity
  await runCases(chosen.filter((one) => !isFar(one) && !isLate(one)))
  const early = isLimited ? [] : await runObservations(run, careful, options.lanes)
  if (!isLimited) await runCases(chosen.filter(isLate))
  await runCases(chosen.filter(isFar))
  const late = isLimited ? await runObservations(run, careful, options.lanes) : []
  if (isLimited) await runCases(chosen.filter(isLate))
  const last = await runObservations(run, rest)
  await run.wire.close()
  return summaryOf(run, [...early, ...late, ...last])
}

function summaryOf(run: Run, observations: Observed[]): RunSummary {
  const { kind, aheadSeconds } = run.clock
  return {
    exchanges: run.wire.exchanges,
    clock: { kind, aheadSeconds },
    notes: [
      ...rejectsAllNote(run),
      ...failedLoginsNote(run),
      ...run.rateLimit.notes(),
      ...run.wire.notes(),
      ...run.hints,
    ],
    secrets: run.knownSecrets(),
    recentSecrets: run.recentSecrets.all(),
    listed: [...run.listed],
    cutOff: run.cutOff.last(),
    observations,
  }
}

/** How many failed logins the run caused, and what caused them. Only noted if they are limited. */
function failedLoginsNote({ failedLogins, declaration }: Run): string[] {
  if (!failedLogins.limited) return []
  const parts = Object.entries(failedLogins.causedBy).map(([kind, count]) => `${kind} ${count}`)
  const { failedLogins: most } = declaration.limits
  const allowed = most === 0 ? '' : ` of ${most}`
  return [`failed logins and codes caused: ${failedLogins.total}${allowed} (${parts.join(', ')})`]
}
