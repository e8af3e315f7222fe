import { expect, onTestFinished, test } from 'vitest'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { createBench } from './play-client.ts'
import { wrapping } from './proof/defect.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'

/** Requests a list again and again until it is there. */
const endless = inProcess(
  wrapping('list', (list) => async () => {
    for (;;) {
      try {
        return await list()
      } catch {}
    }
  }),
)

test('a client that tries again without an end is stopped after a thousand requests, and fails', async () => {
  const bench = createBench(7, 2, createOwnTime)
  onTestFinished(() => bench.stop())
  const results = await bench.judge(endless, ['private-token'])
  const said = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, message }) => `${requirement}: ${message}`)
  expect(new Set(said)).toEqual(
    new Set(
      ['garbage', 'rejected-list', 'server-error'].map(
        (what) =>
          `client.fails-${what}: expected "ok": false, but it sent 1000 requests, and gave no answer to list`,
      ),
    ),
  )
}, 60_000)

test('a client that tries again with pauses, until its time is over, is waited for three times in a scenario', async () => {
  let waits = 0
  const patient: StartAdapter = (env, time) => {
    const adapter = inProcess()(env, time)
    return {
      ...adapter,
      async ask(operation, longerMs = 0) {
        const reply = await adapter.ask(operation)
        if (reply.kind !== 'error' || longerMs === 0) return reply
        waits++
        return { kind: 'fault', fault: 'gave no answer to list', late: true }
      },
    }
  }
  const bench = createBench(7, 2, createOwnTime)
  onTestFinished(() => bench.stop())
  const results = await bench.judge(patient, ['private-token'])
  expect(waits).toBe(3)
  expect(results.filter(({ verdict }) => verdict === 'fail')).not.toEqual([])
}, 60_000)
