import { notListed, opensList } from './grants.ts'
import { beforeEach, expect, test } from 'vitest'
import { expect as judge } from '../engine/case/expect.ts'
import { NotDeclared, Violation } from '../outcomes.ts'
import { bearer, privateToken } from './credentials/credentials.ts'
import { ada, dee, users } from './testing/accounts.ts'
import { route } from './testing/paths.ts'
import { createTestClient, type Reply, type TestClient } from './testing/test-client.ts'

const untested = new NotDeclared(
  'accounts.plain2',
  'declare accounts.plain2 of a user who may read the user list: dee may not (mayList: false)',
)
let client: TestClient
let subject: Record<string, Reply>
beforeEach(() => {
  const accounts = { plain: ada, plain2: { ...dee, mayList: false } }
  subject = { [route.login]: { json: { token: 'token-of-dee' } }, [route.list]: { status: 403 } }
  client = createTestClient(subject, { declared: { accounts } })
})

const listOf = (username: string, token = 'whatever') =>
  client.api.list('users-v1', privateToken(token, username), { role: 'twin' })

test('rejecting a user who may not list shows nothing, and what is granted is granted', async () => {
  client.run.lists.read('users-v1', users)
  const judged = async (username: string) => judge(await listOf(username)).toBeRejected()
  await expect(client.inCase(() => judged('dee'))).rejects.toThrow(untested)
  await client.inCase(() => judged('ada'))
  subject[route.list] = { json: users }
  await expect(client.inCase(() => judged('dee'))).rejects.toBeInstanceOf(Violation)
})

test('the token of such a user is known by the login that answered it', async () => {
  await client.api.login(dee)
  expect(await client.api.list('users-v1', bearer('token-of-dee'))).toMatchObject({ owner: 'dee' })
  expect(await client.api.list('users-v1', bearer('another token'))).not.toHaveProperty('owner')
})

test.for<Reply>([
  { status: 403 },
  { status: 401 },
  { status: 404, body: '<html>' },
  { json: { error: 'no' } },
])('a step that such a user takes leaves the case untested where it needs the list: %j', async (reply) => {
  client.run.lists.read('users-v1', users)
  subject[route.list] = reply
  await client.inCase(async () => {
    expect(notListed(await listOf('dee'))).toEqual(untested)
    expect(notListed(await listOf('ada'))).toBeInstanceOf(Violation)
  })
})

test('a case in which such a user takes a step is untested', async () => {
  const step = () => client.steps.listed('users-v1', privateToken('whatever', 'dee'))
  await expect(client.inCase(step)).rejects.toThrow(untested)
})

test('a step rejected with 403 asks for the right to read the list, until the user has read it', async () => {
  const step = () => client.inCase(() => client.steps.listed('users-v1', privateToken('whatever', 'ada')))
  const hint = '; if ada has no right to read the list, declare mayList: false'
  await expect(step).rejects.toThrow(hint)
  subject[route.list] = { json: users }
  await step()
  subject[route.list] = { status: 403 }
  await expect(step).rejects.toThrow(/answered 403(?!.*mayList)/)
})

test('what a void credential gets is looked at without learning from it', async () => {
  subject[route.list] = { json: { errors: [{ code: 'AUTH-401', message: 'Your token has expired' }] } }
  expect(await client.inCase(async () => opensList(await listOf('ada')))).toBe(false)
  expect(client.run.lists.isKnown('users-v1')).toBe(false)
  client.run.lists.read('users-v1', users)
  await client.inCase(async () => {
    expect(opensList(await listOf('ada'))).toBe(false)
    judge(await listOf('ada')).toBeRejected()
  })
  subject[route.list] = { json: users }
  await client.inCase(async () => expect(opensList(await listOf('ada'))).toBe(true))
})
