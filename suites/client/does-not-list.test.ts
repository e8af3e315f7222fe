import { expect, onTestFinished, test } from 'vitest'
import type { StartAdapter } from '../../harness/client-judge/adapter.ts'
import { createBench } from './play-client.ts'
import { inProcess } from './proof/in-process.ts'
import { createOwnTime } from './proof/own-time.ts'

/** The reference client, but each list fails, and another login follows if the server fails. */
const listsNothing: StartAdapter = (env, time) => {
  const adapter = inProcess()(env, time)
  return {
    ...adapter,
    async ask(operation) {
      const valid = await adapter.ask(operation)
      if (operation.op !== 'list') return valid
      if (valid.kind === 'error') await logInAsSomebodyElse(env['CONFORMANCE_BASE_URL'] ?? '')
      return { kind: 'error', error: 'no list' }
    },
  }
}

const logInAsSomebodyElse = (baseUrl: string) =>
  fetch(`${baseUrl}/api/v1/authentication/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'somebody', password: 'else' }),
  }).catch(() => {})

test('a client that lists nothing is sent to that rule first', async () => {
  const bench = createBench(7, 2, createOwnTime)
  onTestFinished(() => bench.stop())
  const results = await bench.judge(listsNothing, ['private-token'])
  const first =
    'the client does not list the users on a plain server (client.lists-users), so that nothing shows what it can do; correct that first'
  const said = (id: string) =>
    results
      .filter(({ requirement }) => requirement === id)
      .map(({ verdict, message }) => `${verdict}: ${message}`)
  expect(said('client.lists-users')[0]).toMatch(/^fail: /)
  expect(said('client.list-get')).toEqual([`inconclusive: ${first}`])
  expect(said('client.waits-slow-response')).toEqual([`untested: ${first}`])
  expect(results.filter(({ message }) => message.startsWith('not triggered: use the list'))).toEqual([])
})
