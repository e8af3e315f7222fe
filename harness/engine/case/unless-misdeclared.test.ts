import { expect, test } from 'vitest'
import { allAccounts, bob } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { loginPath } from '../../facts/families.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import { runAsCase } from '../../run/current-case.ts'
import { unlessMisdeclared } from './unless-misdeclared.ts'

/** What becomes of the violation if the subject rejects a valid code, and its Date header is so far ahead of real time. */
async function foundWith(dateAheadMs: number | undefined, { timeUnknown = false, isLost = false } = {}) {
  const { run, trace, api, steps } = createTestClient(
    {
      [`POST ${loginPath['users-v1']}`]: {
        json: { code: 101, msg: 'code', seed: 'seed of bob', otp_url: '/api/users/v1/otp/auth/' },
      },
      [route.secondStep]: { status: 401 },
    },
    { declared: { accounts: allAccounts } },
  )
  return await runAsCase({ run, trace, id: 'mfa.second-step-grants-token/a' }, async () => {
    const challenge = await steps.freshChallenge(bob)
    const answer = await api.answer(challenge, challenge.code)
    if (dateAheadMs !== undefined) run.dateAheadMs = dateAheadMs
    run.timeUnknown = timeUnknown
    Object.defineProperty(run.clock, 'isLost', { value: isLost })
    return unlessMisdeclared(new Violation('a token', answer.said), answer)
  })
}

test('a rejected code is a violation if the Date header shows real time, or a clock proves its time', async () => {
  expect(await foundWith(undefined)).toBeInstanceOf(Violation)
  expect(await foundWith(-4000)).toBeInstanceOf(Violation)
})

test('it is none if the Date header differs from real time: nobody can know by which the code was to be made', async () => {
  await expect(foundWith(3_600_000)).rejects.toThrow(SetupFailed)
  await expect(foundWith(3_600_000)).rejects.toThrow('3600 s ahead of real time')
  await expect(foundWith(-6000)).rejects.toThrow('6 s behind real time')
})

test('it is none if there is no Date header: the server may have another time', async () => {
  await expect(foundWith(undefined, { timeUnknown: true })).rejects.toThrow(
    'doesn’t show in a Date header: declare a clock of kind control',
  )
})

test('it is none after a jump of the clock that the Date header did not show', async () => {
  await expect(foundWith(undefined, { isLost: true })).rejects.toThrow(
    'though the Date header does not show it',
  )
})
