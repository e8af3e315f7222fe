import { expect, onTestFinished, test } from 'vitest'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { createBench } from './play-client.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'

const fault = 'gave no answer to list within 50 ms; raise timeoutMs in client.yaml'

/** The reference client, whose lists come after its time limit from this one on. */
const slowFrom =
  (nth: number): StartAdapter =>
  (env, time) => {
    const adapter = inProcess()(env, time)
    let lists = 0
    return {
      ...adapter,
      async ask(operation) {
        const valid = await adapter.ask(operation)
        return operation.op === 'list' && ++lists >= nth ? { kind: 'fault', fault, late: true } : valid
      },
    }
  }

async function said(client: StartAdapter, id: string) {
  const bench = createBench(7, 2, createOwnTime)
  onTestFinished(() => bench.stop())
  const results = await bench.judge(client, ['private-token'])
  return results
    .filter(({ requirement }) => requirement === id)
    .map(({ verdict, message }) => `${verdict}: ${message}`)
}

test('a client that is too slow for its time limit on a plain server can’t be judged', async () => {
  expect(await said(slowFrom(1), 'client.lists-users')).toEqual([
    `inconclusive: on a plain server, the client ${fault}`,
  ])
})

test('a client that lists once in time, and then hangs, fails', async () => {
  const [first] = await said(slowFrom(2), 'client.lists-users')
  expect(first).toContain(`fail: expected the list of users, but the client ${fault}`)
})
