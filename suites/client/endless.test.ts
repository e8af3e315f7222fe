import { expect, onTestFinished, test } from 'vitest'
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
