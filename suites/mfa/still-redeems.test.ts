import { expect, test } from 'vitest'
import { allAccounts, bob } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { loginPath } from '../../harness/facts/families.ts'
import { codeOfStep } from '../../harness/ledgers/code-of-step.ts'
import { runAsCase } from '../../harness/run/current-case.ts'
import { stillRedeems } from './still-redeems.ts'

const source = { otpSecret: bob.otpSecret, digits: 6, period: 30, algorithm: 'SHA1' } as const

/** A server that rejects all codes of an account for a second after a wrong one. */
function create({ movable = true, limitedOnce = false } = {}) {
  let wrongAtMs = -Infinity
  let isLimited = limitedOnce
  const client = createTestClient(
    {
      [`POST ${loginPath['users-v1']}`]: () => ({
        json: { code: 101, msg: 'code', seed: `seed at ${client.now()}`, otp_url: '/api/users/v1/otp/auth/' },
      }),
      [route.secondStep]: ({ body }) => {
        const now = client.now()
        const isRight = String(body).includes(codeOfStep(source, Math.floor(now / 30_000)))
        if (isRight && isLimited && now - wrongAtMs >= 1000) {
          isLimited = false
          return { status: 429, headers: [['Retry-After', '60']] }
        }
        if (isRight && now - wrongAtMs >= 1000) return { json: { token: 'token of bob' } }
        if (!isRight) wrongAtMs = now
        return { status: 401, json: {} }
      },
    },
    { declared: { accounts: allAccounts }, movable },
  )
  const { run, trace, until, api, steps } = client
  const tools = { api: { ...api, ...steps }, run } as unknown as Pick<Tools, 'api' | 'run'>
  const afterWrongCode = () =>
    runAsCase({ run, trace, until }, async () => {
      const tried = await steps.freshChallenge(bob)
      await api.answer(tried, '000000')
      await stillRedeems(tools, bob, tried.code)
    })
  return { ...client, afterWrongCode }
}

test('a server that slows down after a wrong code is sent the code of a later time step', async () => {
  const { afterWrongCode, run } = create()
  await afterWrongCode()
  expect(run.failedLogins.ofAccount('bob')).toBe(1)
})

test('if it asks to come back later, no other wrong code is sent', async () => {
  const { afterWrongCode, asked, run } = create({ limitedOnce: true })
  await afterWrongCode()
  expect(asked().filter((request) => request === route.secondStep)).toHaveLength(3)
  expect(run.failedLogins.ofAccount('bob')).toBe(1)
})

test('where the clock stands, the code is sent at once', async () => {
  const { afterWrongCode } = create({ movable: false })
  await expect(afterWrongCode()).rejects.toThrow('a valid second step was rejected')
})
