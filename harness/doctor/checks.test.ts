import { expect, test } from 'vitest'
import { createTestClient } from '../client/testing/test-client.ts'
import { carryOutCheck, type Check } from './checks.ts'

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
