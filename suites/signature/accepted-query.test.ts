import { expect, test } from 'vitest'
import { bearer } from '../../harness/client/credentials/credentials.ts'
import { users } from '../../harness/client/testing/accounts.ts'
import { answerOf } from '../../harness/client/testing/answers.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { AskedToWait, SetupFailed } from '../../harness/outcomes.ts'
import { acceptedQuery } from './accepted-query.ts'

/** Returns the query taken by a list that meets one with an apostrophe like this. */
async function queryOf(meets: () => never): Promise<string> {
  const api = {
    async *credentials() {
      yield await Promise.resolve(bearer('token'))
    },
    list: async (family: string, _credential: unknown, { query = '' } = {}) =>
      await Promise.resolve(query.includes("'") ? meets() : { ...answerOf(users), family }),
  }
  const { run, inCase } = createTestClient({})
  const tools = { api, run } as unknown as Tools
  return await inCase(async () => await acceptedQuery(tools, 'v1'))
}

test('if a firewall closes the connection at a query, the next one is tried', async () => {
  const query = await queryOf(() => {
    throw new SetupFailed('closed the connection')
  })
  expect(query).toBe('page=1&e=&a=%7e%2Fb%20c')
})

test('a list that asks to come back later is asked nothing more', async () => {
  const asked = queryOf(() => {
    throw new AskedToWait('later')
  })
  await expect(asked).rejects.toThrow(AskedToWait)
})
