import { expect, test } from 'vitest'
import { allAccounts } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient, type Subject } from '../../harness/client/testing/test-client.ts'
import { makeTools } from '../../harness/engine/make-tools.ts'
import { runAsCase } from '../../harness/run/current-case.ts'
import { WireFailure } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

test('a spent seed is judged even if an account without a second factor can not log in', async () => {
  const seeds = new Set<string>()
  const given = (body: unknown) => JSON.parse(String(body)) as Record<string, string>
  const subject: Subject = {
    [route.login]: (request) => {
      const { username = '' } = given(request.body)
      if (username === 'ada') throw new WireFailure('cut', 'the connection was cut', request)
      const seed = `seed of ${username}, number ${seeds.size}`
      seeds.add(seed)
      return { json: { code: 101, msg: 'code', seed, otp_url: '/api/users/v1/otp/auth/' } }
    },
    [route.secondStep]: ({ body }) => {
      const { seed = '' } = given(body)
      return seeds.delete(seed) ? { json: { token: `token for ${seed}` } } : { status: 401 }
    },
  }
  const { run, trace, until } = createTestClient(subject, { declared: { accounts: allAccounts } })
  const tools = makeTools(run, trace, { until, leave: () => {} })
  const id = 'mfa.seed-one-time/a-seed-that-bought-a-token-buys-no-second-one'
  await runAsCase({ run, trace, id, until }, async () => cases.get(id)?.body(tools))
  expect(trace.expectations).toBe(1)
})
