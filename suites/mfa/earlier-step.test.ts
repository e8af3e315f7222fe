import { expect, test } from 'vitest'
import { allAccounts, bob } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient, type Reply } from '../../harness/client/testing/test-client.ts'
import { loginPath } from '../../harness/facts/families.ts'
import { earlierStep, rememberStep } from './earlier-step.ts'

const challenge = { code: 101, msg: 'code', seed: 'seed', otp_url: '/api/users/v1/otp/auth/' }

/** Remembers one second step that is answered like this, and returns what a later case finds. */
async function found(reply: Reply, movable: boolean) {
  const { run, api, steps, inCase, trace } = createTestClient(
    { [`POST ${loginPath['users-v1']}`]: { json: challenge }, [route.secondStep]: reply },
    { declared: { accounts: allAccounts }, movable },
  )
  return await inCase(async () => {
    const right = await steps.freshChallenge(bob)
    const answer = await api.answer(right, right.code)
    rememberStep(run, answer)
    rememberStep(run, { ...answer, said: 'a later one' })
    const before = trace.exchanges.length
    return { answer, earlier: earlierStep(run), added: trace.exchanges.length - before }
  })
}

const granted = { json: { token: 'token of bob' } }

test('without a clock that can be moved, a later case gets the first second step as its own', async () => {
  const { answer, earlier, added } = await found(granted, false)
  expect(earlier).toBe(answer)
  expect(added).toBe(1)
})

test('it gets none if codes take no time', async () => {
  expect(await found(granted, true)).toMatchObject({ earlier: undefined, added: 0 })
})

test('an answer of another type is not remembered: its case sends one of its own', async () => {
  const html: Reply = { ...granted, headers: [['Content-Type', 'text/html']] }
  expect(await found(html, false)).toMatchObject({ earlier: undefined, added: 0 })
})
