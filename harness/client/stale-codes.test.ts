import { describe, expect, test } from 'vitest'
import { codeOfStep } from '../ledgers/code-of-step.ts'
import { runAsCase } from '../run/current-case.ts'
import { createTrace } from '../run/trace.ts'
import { patiently } from '../engine/case/patiently.ts'
import { allAccounts, bob } from './testing/accounts.ts'
import { anonymous } from './credentials/credentials.ts'
import { send } from './send.ts'
import { loginPath, listPath } from '../facts/families.ts'
import { route } from './testing/paths.ts'
import { createTestClient, inTurn } from './testing/test-client.ts'

const source = { otpSecret: bob.otpSecret, digits: 6, period: 30, algorithm: 'SHA1' } as const

/** A server with a current code for a second step, which once asks not to be called for a while when it is asked for a list. */
function create(retryAfter: string) {
  const client = createTestClient(
    {
      [`POST ${loginPath['users-v1']}`]: {
        json: { code: 101, msg: 'code', seed: 'seed of bob', otp_url: '/api/users/v1/otp/auth/' },
      },
      [route.secondStep]: ({ body }) => {
        const code = codeOfStep(source, Math.floor(client.now() / 30_000))
        return String(body).includes(code) ? { json: { token: 'token of bob' } } : { status: 401, json: {} }
      },
      [`GET ${listPath.v1}`]: inTurn({ status: 429, headers: [['Retry-After', retryAfter]] }, { json: [] }),
    },
    { declared: { accounts: allAccounts } },
  )
  const { run, trace, until, steps } = client
  const list = {
    method: 'GET',
    path: listPath.v1,
    credential: anonymous,
    role: 'step',
    part: 'list',
  } as const
  /** What another case does. */
  const another = () => send(run, createTrace(), list).catch(() => undefined)
  const inCase = (work: () => Promise<unknown>) =>
    runAsCase({ run, trace, until }, () => patiently(run, work, () => {}, until))
  return { ...client, steps, another, inCase }
}

test('a code that would expire while the server asks not to be called is not sent: the case starts again', async () => {
  const { steps, another, inCase, asked, run } = create('60')
  await inCase(async () => {
    const challenge = await steps.freshChallenge(bob)
    await another()
    expect(await steps.redeem(challenge)).toBe('token of bob')
  })
  expect(asked().filter((request) => request === route.secondStep)).toHaveLength(1)
  expect(run.failedLogins.ofAccount('bob')).toBe(0)
})

test('nor is a first step sent whose code would expire', async () => {
  const { api, steps, another, inCase, run } = create('60')
  await inCase(async () => {
    const code = await run.codes.next({ ...source, username: 'bob' }, async () => {})
    await another()
    const challenge = await steps.challenge(bob)
    expect((await api.answer(challenge, code)).json).toEqual({ token: 'token of bob' })
  })
})

test('a code that survives the wait is sent after it', async () => {
  const { steps, another, inCase, asked } = create('1')
  await inCase(async () => {
    const challenge = await steps.freshChallenge(bob)
    await another()
    expect(await steps.redeem(challenge)).toBe('token of bob')
  })
  expect(asked()).toHaveLength(3)
})

test('where nothing starts again, a code is sent after the wait', async () => {
  const { api, steps, another, asked } = create('60')
  const challenge = await steps.freshChallenge(bob)
  await another()
  await api.answer(challenge, challenge.code)
  expect(asked()).toHaveLength(3)
})

test('once its second step is done, a case waits instead of starting again', async () => {
  const { steps, another, inCase, asked } = create('60')
  await inCase(async () => {
    await steps.redeem(await steps.freshChallenge(bob))
    await another()
    await steps.challenge(bob)
  })
  expect(asked()).toHaveLength(4)
})

describe('a server that limits first steps', () => {
  /** Answers a challenge at most once per second. */
  function createLimited() {
    let lastMs = -Infinity
    const client = createTestClient(
      {
        [`POST ${loginPath['users-v1']}`]: () => {
          if (client.now() - lastMs < 1000) return { status: 429, headers: [['Retry-After', '1']] }
          lastMs = client.now()
          return { json: { code: 101, msg: 'code', seed: 'a seed', otp_url: '/api/users/v1/otp/auth/' } }
        },
      },
      { declared: { accounts: allAccounts } },
    )
    return client
  }

  test('is sent a first step again once starting again did not help', async () => {
    const { run, trace, until, steps, asked } = createLimited()
    const threeTimes = async () => {
      for (let login = 0; login < 3; login++) await steps.challenge(bob)
    }
    await runAsCase({ run, trace, until }, () => patiently(run, threeTimes, () => {}, until))
    // Twice in the first try, and five times in the second, whose second and third login are sent again.
    expect(asked()).toHaveLength(7)
  })

  test('is sent nothing again where nothing starts again', async () => {
    const { steps, asked } = createLimited()
    await steps.challenge(bob)
    await expect(steps.challenge(bob)).rejects.toThrow('answered 429')
    expect(asked()).toHaveLength(2)
  })
})
