import { expect, onTestFinished, test } from 'vitest'
import type { Reply, StartAdapter } from '../../harness/client-judge/adapter.ts'
import type { Method, Operation } from '../../harness/client-judge/operation.ts'
import { createBench } from './play-client.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'

/** Returns the verdicts on the reference client if it answers that it does not support an operation. */
async function verdictsWhere(
  isUnsupported: (operation: Operation, valid: Reply) => boolean,
  methods: readonly Method[],
): Promise<Record<string, string>> {
  const start = inProcess()
  const startAdapter: StartAdapter = (env, time) => {
    const adapter = start(env, time)
    return {
      ...adapter,
      async ask(operation) {
        const valid = await adapter.ask(operation)
        return isUnsupported(operation, valid) ? { kind: 'unsupported' } : valid
      },
    }
  }
  const bench = createBench(7, 4, createOwnTime)
  onTestFinished(() => bench.stop())
  const results = await bench.judge(startAdapter, methods)
  return Object.fromEntries(results.map(({ requirement, verdict }) => [requirement, verdict]))
}

const namesOf = (verdicts: Record<string, string>, verdict: string) =>
  Object.keys(verdicts).filter((id) => verdicts[id] === verdict)

test('what needs a method that the client does not support is untested', async () => {
  const verdicts = await verdictsWhere(
    (operation) => operation.op === 'use' && operation.method !== 'token',
    ['token', 'mfa', 'session'],
  )
  expect([...namesOf(verdicts, 'fail'), ...namesOf(verdicts, 'inconclusive')]).toEqual([])
  expect(verdicts).toMatchObject({
    'client.lists-users': 'pass',
    'client.token-reused': 'pass',
    'client.fails-garbage': 'pass',
    'client.token-own-account': 'untested',
    'client.session-cookie': 'untested',
    'client.fails-second-step': 'untested',
  })
})

test('nothing is judged of a client that supports nothing', async () => {
  const verdicts = await verdictsWhere(() => true, ['token', 'private-token'])
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['untested', 'not-applicable']))
})

test('without support for a jump in time, what needs one is untested', async () => {
  const verdicts = await verdictsWhere(({ op }) => op === 'advance', ['token'])
  expect(verdicts).toMatchObject({
    'client.lists-users': 'pass',
    'client.token-after-hour': 'untested',
    'client.tolerates-same-token': 'untested',
  })
})

test('a client does not pass a rule by answering that it lacks support where it failed', async () => {
  const verdicts = await verdictsWhere((_operation, { kind }) => kind === 'error', ['private-token'])
  expect(verdicts).toMatchObject({
    'client.lists-users': 'pass',
    'client.fails-garbage': 'untested',
    'client.fails-server-error': 'untested',
    'client.fails-rejected-list': 'untested',
  })
})
