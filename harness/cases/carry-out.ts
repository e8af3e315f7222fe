import { WireFailure } from '../wire/exchange.ts'
import { createRun } from './create-run.ts'
import { machine } from './machine.ts'
import type { Case } from './registry.ts'
import { runCase, type CaseResult } from './run-case.ts'
import type { Run } from './run.ts'
import type { RunSpec, RunSummary } from './run-spec.ts'
import { runInOrder } from './schedule.ts'

const nothing: RunSummary = {
  exchanges: 0,
  clock: { kind: 'none', aheadSeconds: 0 },
  notes: [],
  secrets: [],
  listed: [],
}

/** Carries out one run in this process: the first look, then the cases in the order of their phases. */
export async function carryOut(
  spec: RunSpec,
  chosen: readonly Case[],
  done: (result: CaseResult) => void,
): Promise<RunSummary> {
  let run: Run
  try {
    run = await createRun(spec, { ...machine, env: spec.env })
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error
    return { ...nothing, unreachable: error.message }
  }
  const shareHours = run.clock.realTime
  await runInOrder(chosen, { shareHours, codesBeside: !run.clock.movable }, async (one) =>
    done(await runCase(run, one)),
  )
  const { kind, aheadSeconds } = run.clock
  await run.wire.close()
  return {
    exchanges: run.wire.exchanges,
    clock: { kind, aheadSeconds },
    notes: [],
    secrets: run.knownSecrets(),
    listed: [...run.listed],
  }
}
