import type { CaseResult } from '../verdicts/results.ts'
import { createRun } from '../engine/create-run/create-run.ts'
import { Misdeclared } from '../engine/case/misdeclared.ts'
import { machine } from '../engine/machine.ts'
import { withNextCode } from '../engine/schedule/code-lanes.ts'
import { createOnDemand } from '../engine/schedule/on-demand.ts'
import { prepareRun } from '../engine/prepare-run.ts'
import type { Case } from '../engine/case/registry.ts'
import { runCase } from '../engine/run-case.ts'
import type { Run } from '../run/run.ts'
import type { RunSpec } from '../engine/run-spec.ts'
import { inSequence } from '../client/at-once.ts'
import { createSecondLook } from '../engine/second-look.ts'
import { startSubject, type Subject } from '../subject/start/start-subject.ts'
import { Unreachable, UsageError } from '../subject/subject-error.ts'
import { createRunMask } from '../verdicts/run-mask.ts'
import { WireFailure } from '../wire/exchange.ts'

/** One subject, judged case by case as another test runner asks for them. */
export interface Session {
  /**
   * Starts the subject if necessary, and takes a first look at it. Happens once, in the first case at the latest.
   * @throws UsageError if the declaration is wrong; Unreachable if no complete HTTP answer comes
   */
  open(): Promise<void>
  /** Judges one case, side by side with others if their leases allow it; masks secrets. @throws what `open` throws */
  judge(subject: Case): Promise<CaseResult>
  /** Stops the subject if it was started. */
  close(): Promise<void>
}

export type SessionSpec = Omit<RunSpec, 'baseUrl' | 'controlUrl'>

interface Opened {
  run: Run
  judge: (subject: Case) => Promise<CaseResult>
}

/** @param chosen every case that may be asked for: the plan of what each may spend is made before the first */
export function createSession(spec: SessionSpec, chosen: readonly Case[]): Session {
  let starting: Promise<Subject> | undefined
  let opening: Promise<Opened> | undefined
  let isClosed = false

  async function start(): Promise<Opened> {
    starting = startSubject(spec.declaration, spec.env)
    const { baseUrl, controlUrl } = await starting
    const whole: RunSpec = { ...spec, baseUrl, controlUrl }
    const run = await createRun(whole, { ...machine, env: spec.env }).catch((error: unknown) => {
      if (error instanceof WireFailure) throw new Unreachable(error.message)
      throw error instanceof Misdeclared ? new UsageError(error.message) : error
    })
    const { ask } = createOnDemand(prepareRun(run, chosen, whole))
    return { run, judge: (subject) => judgeTwiceIfDoubtful(run, subject, ask) }
  }

  const opened = () => {
    if (isClosed)
      return Promise.reject(new Error('tearDown() was called before; call it after the last case'))
    return (opening ??= start())
  }
  return {
    async open() {
      await opened()
    },
    async judge(subject) {
      const { run, judge } = await opened()
      return masked(run, await judge(subject))
    },
    async close() {
      isClosed = true
      const { run } = (await opening?.catch(() => undefined)) ?? {}
      await run?.wire.close()
      await (await starting?.catch(() => undefined))?.stop()
    },
  }
}

async function judgeTwiceIfDoubtful(
  run: Run,
  subject: Case,
  ask: ReturnType<typeof createOnDemand>['ask'],
): Promise<CaseResult> {
  let counts: CaseResult | undefined
  const alone = (one: Case) =>
    ask({ subject: one, alone: true }, () => inSequence(run, () => runCase(run, one)))
  const again = createSecondLook(run, alone, (result) => (counts = result))
  await ask({ subject, alone: false }, async (_asked, hadCompany) =>
    again.settle(subject, await runCase(run, withNextCode(run, subject)), hadCompany()),
  )
  await again.alone()
  if (!counts) throw new Error(`${subject.id} came to no result`)
  return counts
}

function masked(run: Run, result: CaseResult): CaseResult {
  const secrets = [...run.knownSecrets(), ...run.recentSecrets.all()]
  return createRunMask({ secrets, own: [run.wire.origin], results: [result] }).result(result)
}
