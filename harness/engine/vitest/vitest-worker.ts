import type { CaseResult, RunSummary } from '../../verdicts/results.ts'
import { describe, inject, test } from 'vitest'
import { createDeferred } from '../../subject/process/deferred.ts'
import { nothing } from '../carry-out.ts'
import { chooseCases } from '../schedule/choose-cases.ts'
import type { Measurement } from '../case/observation.ts'
import type { Case } from '../case/registry.ts'
import { tellEvents } from '../run-events.ts'
import type { HostedSpec } from '../run-spec.ts'
import { carryOutOnAll } from './replicas.ts'
import { inOrder } from '../schedule/schedule.ts'
import { shareOf } from '../schedule/share-of.ts'
import { learnSubject, type Address } from './subject-channel.ts'
import { tellSoFar } from './so-far-channel.ts'
import { waitAnnotation } from './wait-annotation.ts'

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Omit<HostedSpec, keyof Address>
  }
  interface TaskMeta {
    result?: CaseResult
    summary?: RunSummary
  }
}

/** Hosts the cases as vitest tests: vitest reports and can cancel, but the schedule sets the order. */
export function hostCases(
  all: ReadonlyMap<string, Case>,
  observations: ReadonlyMap<string, Measurement>,
): void {
  const spec = inject('conformance')
  const chosen = inOrder(chooseCases(all, spec.choice))
  const results = new Map(chosen.map((one) => [one.id, createDeferred<CaseResult>()]))
  const measurements = spec.observe ? shareOf([...observations.values()], spec.shard) : []
  const done = (result: CaseResult) => {
    events?.verdict(result)
    results.get(result.id)?.resolve(result)
  }
  let say: (message: string) => Promise<unknown> = async () => {}
  const events = spec.events ? tellEvents(spec.channel) : undefined
  const onStart = ({ id }: Case) => events?.start(id)
  const onWait = (leftMs: number) => {
    events?.wait(leftMs)
    say(String(Math.ceil(leftMs / 1000))).catch(() => {})
  }
  let soFar: () => RunSummary | undefined = () => undefined
  const summary = learnSubject(spec.channel).then((subject) =>
    subject === null
      ? nothing
      : carryOutOnAll({ ...spec, ...subject }, subject, chosen, done, measurements, {
          onWait,
          onStart,
          onBegun: (begun) => (soFar = begun),
        }),
  )
  const telling = tellSoFar(spec.channel, () => soFar())
  const closed = () => {
    telling.close()
    events?.close()
  }
  summary.then(closed, closed)

  describe.concurrent('conformance', () => {
    for (const { id } of chosen) {
      test(id, async ({ task }) => {
        const result = await Promise.race([results.get(id)?.promise, summary.then(() => undefined)])
        if (!result) return
        task.meta.result = result
        if (result.verdict === 'fail' || result.verdict === 'error') throw new Error(result.message)
      })
    }
    test('the run as a whole', async ({ task, annotate }) => {
      // An annotation goes to the reporter at once, while a result waits for the end of its test.
      say = (message) => annotate(message, waitAnnotation)
      task.meta.summary = await summary
    })
  })
}
