import { expect, test } from 'vitest'
import { tokenIn } from './answer.ts'
import { ada, allAccounts, bob, users } from './testing/accounts.ts'
import { route } from './testing/paths.ts'
import { createTestClient, type Subject } from './testing/test-client.ts'

const none = { status: 401, json: { msg: 'no' } }
const wrong = { ...ada, password: 'wrong' }
const create = (answered: object, opened: string[], accounts: typeof allAccounts | object = allAccounts) =>
  createTestClient(
    {
      [route.login]: answered,
      [route.list]: opened.includes('list') ? { json: users } : none,
      [route.newList]: opened.includes('newList') ? { json: users } : none,
    } as Subject,
    { declared: { accounts } },
  )
const rejection = { status: 401, json: { msg: 'no', token: 'abc' } }
const success = { json: { token: 'abc' } }

test.for([
  ['of a rejection, that opens nothing', rejection, [], wrong, undefined, 3],
  ['of a rejection, that opens a list', rejection, ['list'], wrong, 'abc', 2],
  ['of a rejection, that opens the other list', rejection, ['newList'], wrong, 'abc', 3],
  ['of an accepted login, which is not tried', success, [], ada, 'abc', 1],
  ['of the first of two steps, that opens nothing', success, [], bob, undefined, 3],
  ['of the first of two steps, that opens a list', success, ['list'], bob, 'abc', 2],
] as const)('a token %s', async ([, answered, opened, account, token, requests]) => {
  const { api, sent } = create(answered, [...opened])
  expect(tokenIn(await api.login(account))).toBe(token)
  expect(sent).toHaveLength(requests)
})

test('the token of a user who may not list counts, because no list can tell', async () => {
  const { api, sent } = create(rejection, [], { ...allAccounts, plain: { ...ada, mayList: false } })
  expect(tokenIn(await api.login(wrong))).toBe('abc')
  expect(sent).toHaveLength(1)
})
