import { expect, test } from 'vitest'
import { bob, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { runAsCase } from '../../harness/run/current-case.ts'
import { header } from '../../harness/wire/exchange.ts'
import { besideWrongCode } from './beside-wrong-code.ts'

const minutes = 60_000

/** A server that has issued three tokens to the account, the last of them just now. */
function create() {
  const valid = new Set(['first', 'second', 'third'])
  let isBusy = false
  const sent: string[] = []
  const client = createTestClient({
    [route.list]: ({ headers }: { headers: Parameters<typeof header>[0] }) => {
      const token = header(headers, 'authorization')?.replace('Bearer ', '') ?? ''
      sent.push(token)
      if (isBusy) return { status: 503 }
      return valid.has(token) ? { json: users } : { status: 401 }
    },
  })
  const { run, trace, until, api, steps } = client
  const tools = { api: { ...api, ...steps }, run } as unknown as Pick<Tools, 'api' | 'run'>
  const issue = (token: string, at = client.now()) => {
    valid.add(token)
    run.tokens.remember(token, at, at, 'bob')
    return token
  }
  issue('first', client.now() - 15 * minutes)
  issue('second')
  issue('third')
  const noted = async (work: () => string | Promise<string>) => {
    const done = () => besideWrongCode(tools, bob, () => Promise.resolve().then(work))
    await runAsCase({ run, trace, until }, done)
    return run.besideWrongCodes.map(({ works }) => works)
  }
  return {
    noted,
    issue,
    valid,
    sent,
    inAnHour: () => until(client.now() + 60 * minutes),
    busy: () => (isBusy = true),
  }
}

test('tokens that still work are noted, apart from those that are too old', async () => {
  const { noted, issue, sent } = create()
  expect(await noted(() => issue('younger'))).toEqual([true, true])
  expect(sent).toEqual(['second', 'second', 'third', 'third', 'younger', 'second', 'third'])
})

test('a token that no longer works is noted, be it the older one', async () => {
  const { noted, issue, valid } = create()
  expect(
    await noted(() => {
      valid.delete('second')
      return issue('younger')
    }),
  ).toEqual([false, true])
})

test('a token that did not work before says nothing', async () => {
  const { noted, issue, valid } = create()
  valid.delete('third')
  expect(await noted(() => issue('younger'))).toEqual([true])
})

test('nothing is noted where a login returns the same token again, or its token does not work', async () => {
  const { noted, issue, valid } = create()
  expect(await noted(() => issue('third'))).toEqual([])
  expect(
    await noted(() => {
      valid.clear()
      return 'younger'
    }),
  ).toEqual([])
})

test('a server that is busy afterwards does not affect the work', async () => {
  const { noted, issue, busy } = create()
  expect(
    await noted(() => {
      busy()
      return issue('younger')
    }),
  ).toEqual([])
})

test('nothing is noted once the hour is nearly over', async () => {
  const { noted, issue, inAnHour } = create()
  expect(
    await noted(async () => {
      await inAnHour()
      return issue('younger')
    }),
  ).toEqual([])
})
