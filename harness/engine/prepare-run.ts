import { families } from '../facts/families.ts'
import { hasCodes, waitsForCode, withNextCode } from './schedule/code-lanes.ts'
import { leasesOf } from './schedule/leases.ts'
import { planSpending } from './spending/plan-spending.ts'
import type { Case } from './case/registry.ts'
import type { Run } from '../run/run.ts'
import type { RunSpec } from './run-spec.ts'
import type { ScheduleOptions } from './schedule/schedule.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../outcomes.ts'
import { demandNeeds, makeTools } from './make-tools.ts'
import { createTrace } from '../run/trace.ts'

/** Plans what the cases may spend, and returns what may run side by side. */
export function prepareRun(
  run: Run,
  chosen: readonly Case[],
  spec: RunSpec,
  isJudged: (requirement: string) => boolean = () => true,
): ScheduleOptions {
  run.spending = planSpending(chosen, { ...run, canRun: (one) => canRun(run, one) })
  const lanes = run.signatureDates.rises ? 1 : (spec.jobs ?? run.declaration.limits.concurrency)
  return {
    lanes,
    isCrowded: run.wire.largeBodiesDiffer,
    leases: (one) => leasesOf(one, run),
    isKnown: () => families.every((family) => !run.support.list[family] || run.lists.isKnown(family)),
    shareHours: () => (run.clock.realTime ? 'all' : lanes > 1 && mayShareJumps(run) ? 'in lanes' : 'none'),
    codesBeside: run.clock.movable
      ? undefined
      : {
          hasCodes: (owner) => hasCodes(run, owner),
          choose: (one) => withNextCode(run, one),
          waits: (one) => waitsForCode(run, one),
          isJudged,
        },
    mayLock: ({ rejects }) => run.failedLogins.limited && rejects !== undefined && rejects.of !== 'nobody',
  }
}

/**
 * True if cases of one account may wait for the same jump of the clock. They may not if logins return the same token again:
 * one case's login would move the hour of another's. Nor may they if a signature is the only other credential that can be
 * accepted next to a token that should be void: its dates may run out, and the clock moves to get more. Nor may they if a
 * jump may restart the server.
 */
function mayShareJumps({ clock, tokens, declaration: { privateTokens, accessKeys } }: Run): boolean {
  return (
    clock.movable &&
    clock.kind !== 'command' &&
    !tokens.repeats &&
    (!accessKeys || Boolean(privateTokens.plain || privateTokens.mfa))
  )
}

/** True if the declaration has everything that a case asks for. Sends nothing. */
function canRun(run: Run, { needs }: Case): boolean {
  const tools = makeTools(run, createTrace(), { until: async () => {}, leave: () => {} })
  try {
    demandNeeds(tools, needs)
    return true
  } catch (error) {
    if ([NotDeclared, NotSupported, SetupFailed].some((kind) => error instanceof kind)) return false
    throw error
  }
}
