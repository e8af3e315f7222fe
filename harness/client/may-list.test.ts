import { beforeEach, expect, test } from 'vitest'
import { notListed } from '../cases/expect.ts'
import { NotDeclared, Violation } from '../verdicts/outcomes.ts'
import { bearer, privateToken } from './credentials.ts'
import { ada, dee } from './testing/accounts.ts'
import { route } from './testing/paths.ts'
import { createTestClient, type TestClient } from './testing/test-client.ts'

const untested = new NotDeclared(
  'accounts.plain2',
  'needs an account that may read the user list: dee may not (mayList: false)',
)
let client: TestClient
beforeEach(() => {
  const accounts = { plain: ada, plain2: { ...dee, mayList: false } }
  const subject = { [route.login]: { json: { token: 'token-of-dee' } }, [route.list]: { status: 403 } }
  client = createTestClient(subject, { declared: { accounts } })
})

test('a refusal of a user who may not list shows nothing, so it is not even asked for', async () => {
  await expect(client.api.list('users-v1', privateToken('whatever', 'dee'))).rejects.toThrow(untested)
  expect(client.sent).toEqual([])
})

test('the token of such a user is known by the login that answered it', async () => {
  await client.api.login(dee)
  await expect(client.api.list('users-v1', bearer('token-of-dee'))).rejects.toThrow(untested)
  expect(await client.api.list('users-v1', bearer('token-of-ada'))).toMatchObject({ operation: 'list' })
})

test('a step that such a user takes leaves the case untested where it needs the list, and shows nothing else', async () => {
  const list = (username: string) =>
    client.api.list('users-v1', privateToken('whatever', username), { role: 'twin' })
  await client.inCase(async () => {
    expect(notListed(await list('dee'))).toEqual(untested)
    expect(notListed(await list('ada'))).toBeInstanceOf(Violation)
  })
  await expect(
    client.inCase(() => client.steps.listed('users-v1', privateToken('whatever', 'dee'))),
  ).rejects.toThrow(untested)
})
