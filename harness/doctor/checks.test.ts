import { expect, test } from 'vitest'
import { allAccounts } from '../client/testing/accounts.ts'
import { createTestClient } from '../client/testing/test-client.ts'
import { listPath, loginPath } from '../facts/families.ts'
import { carryOutCheck, checksOf, type Check } from './checks.ts'
import { find } from './examine.ts'

test('a check waits for a Retry-After on the timeline, which may move the clock', async () => {
  const { run, api, until } = createTestClient({})
  const { exchange } = await api.list('v1')
  const response = { ...exchange.response, status: 429, headers: [['Retry-After', '60'] as [string, string]] }
  run.rateLimit.answered({ ...exchange, response })
  const waited: number[] = []
  const wait = (ms: number) => until(ms).then(() => void waited.push(ms))
  const timeline = { join: async () => ({ until: wait, leave: () => {} }) }
  const look: Check['look'] = async (tools) => (await tools.api.list('v1')).said

  expect(await carryOutCheck({ ...run, timeline }, { look } as Check)).toContain('404')
  expect(waited).toHaveLength(1)
})

test.for([
  ['the token', { json: { token: 'token of ada' } }, 'check that the server reads the Authorization header'],
  ['the password', { status: 401, json: {} }, 'check username and password'],
] as const)(
  'if an account opens no list because the server rejects %s, the line says what to check',
  async ([, login, advice]) => {
    const { run, until } = createTestClient(
      {
        [`POST ${loginPath['users-v1']}`]: login,
        [`POST ${loginPath.v1}`]: login,
        [`GET ${listPath.v1}`]: { status: 401, json: {} },
      },
      { declared: { accounts: allAccounts } },
    )
    const timeline = { join: async () => ({ until, leave: () => {} }) }
    const [check] = checksOf(run)
    const { outcome, fix } = await find({ ...run, timeline }, check as Check, [])
    expect(outcome).toBe('wrong')
    expect(fix).toContain(advice)
  },
)
