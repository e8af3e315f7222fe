import { expect, test } from 'vitest'
import { bearer } from '../../client/credentials/credentials.ts'
import { ada, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import type { Violation } from '../../outcomes.ts'
import { expect as judge } from './expect.ts'

/** Judges a list with a token that is known to some requests for the list; returns the last word on it. */
async function judged(isKnownTo: (nth: number) => boolean, text = 'token-of-ada') {
  let asked = 0
  const list = () => (isKnownTo(++asked) ? { json: users } : { status: 401, json: {} })
  const { api, inCase } = createTestClient(
    {
      [route.login]: { json: { token: 'token-of-ada' } },
      [route.list]: list,
    },
    { declared: { accounts: { plain: ada } } },
  )
  const error = await inCase(async () => {
    await api.login(ada)
    judge(await api.list('users-v1', bearer(text))).toListUsers()
  }).catch((one: unknown) => one)
  const found = error as Violation
  const last = await inCase(async () => await found.confirm?.()).catch((one: unknown) => one)
  return ((last ?? found) as Violation).message
}

test('a new token that works soon after it was rejected fails, and the message says so', async () => {
  expect(await judged((nth) => nth > 3)).toMatch(
    /answered 401 .*; \d+ ms later, the same request got 200: a login answers before/,
  )
})

test('one that is accepted and rejected in turn comes to servers that do not share their tokens', async () => {
  expect(await judged((nth) => nth % 2 === 0)).toMatch(
    / got 200: then it was rejected again; several servers/,
  )
})

test('one that goes on being rejected, or no login answered, fails as it is', async () => {
  expect(await judged((nth) => nth > 1000)).not.toContain('later')
  expect(await judged((nth) => nth > 3, 'another')).not.toContain('later')
})
