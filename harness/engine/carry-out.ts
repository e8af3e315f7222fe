import { WireFailure } from '../wire/exchange.ts'
import { createRun, Misdeclared } from './create-run.ts'
import { machine } from './machine.ts'
import type { Measurement } from './observation.ts'
import type { Case } from './registry.ts'
import { runCase, type CaseResult } from './run-case.ts'
import type { Run } from './run.ts'
import type { RunSpec, RunSummary } from './run-spec.ts'
import { runObservations, type Observed } from './run-observations.ts'
import { prepareRun } from './prepare-run.ts'
import { order, runInOrder } from './schedule.ts'
import { createSecondLook } from './second-look.ts'

/** Of a run that came to nothing. */
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

/** What else is told while a run goes on. */
export interface RunListeners {
  /** How long all cases still wait in real time; 0 when they go on. */
  onWait?: (leftMs: number) => void
  /** What can be said of the run at any time from now on. */
  onBegun?: (soFar: () => RunSummary) => void
  /** A case begins, or begins again. */
  onStart?: (one: Case) => void
}

/**
 * Carries out one run in this process: the first look, then the cases in the order of their phases. What is only observed
 * comes before the far jumps, where accounts are still young; but behind them where the clock may go on for a limited
 * time, of which observations may take none from cases. What may lock an account comes last.
 */
export async function carryOut(
  spec: RunSpec,
  chosen: readonly Case[],
  done: (result: CaseResult) => void,
  measurements: readonly Measurement[] = [],
  { onWait = () => {}, onBegun = () => {}, onStart = () => {} }: RunListeners = {},
): Promise<RunSummary> {
  let run: Run
  try {
    run = await createRun(spec, { ...machine, env: spec.env, onWait })
  } catch (error) {
    if (error instanceof WireFailure) return { ...nothing, unreachable: error.message }
    if (error instanceof Misdeclared) return { ...nothing, misdeclared: error.message }
    throw error
  }
  onBegun(() => summaryOf(run, []))
  const options = prepareRun(run, chosen, spec)
  const judge = async (one: Case) => {
    onStart(one)
    return await runCase(run, one)
  }
  const runCases = async (some: readonly Case[]) => {
    // Judged again before the next phase, whose logins and hours change what the server knows. In real time all is one go.
    const jumps = run.clock.movable && !run.clock.realTime
    for (const phases of jumps ? order.map((phase) => [phase]) : [order]) {
      const again = createSecondLook(run, judge, done)
      const part = some.filter(({ phase }) => phases.includes(phase))
      await runInOrder(part, options, async (one, hadCompany) =>
        again.settle(one, await judge(one), hadCompany()),
      )
      await again.alone()
    }
  }
  const isFar = ({ phase }: Case) => phase === 'years' || phase === 'last'
  // Cases that log in on the web page have already done so; a far jump ends a captcha of an hour.
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
      ...banNote(run),
      ...failedLoginsNote(run),
      ...run.rateLimit.notes(),
      ...run.wire.hung(),
      ...run.hints,
    ],
    secrets: run.knownSecrets(),
    recentSecrets: run.recentSecrets.all(),
    listed: [...run.listed],
    cutOff: run.cutOff.last(),
    observations,
  }
}

/** A ban that was in force before the run is told from a server that answers 403 only where nothing was ever accepted. */
function banNote({ rejectsAllAtFirst, letIn, listed }: Run): string[] {
  if (!rejectsAllAtFirst || letIn.size > 0 || listed.size > 0) return []
  return [
    'the server rejected everything from the first request on (403): a ban? Wait until it is over, or lift it',
  ]
}

/** What the run cost a server that counts failed logins: said where they are limited, so that nobody need guess. */
function failedLoginsNote({ failedLogins, declaration }: Run): string[] {
  if (!failedLogins.limited) return []
  const parts = Object.entries(failedLogins.causedBy).map(([kind, count]) => `${kind} ${count}`)
  const allowed = declaration.limits.failedLogins
  return [`failed logins and codes caused: ${failedLogins.total} of ${allowed} (${parts.join(', ')})`]
}
