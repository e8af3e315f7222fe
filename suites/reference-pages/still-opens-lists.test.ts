import { expect, test } from 'vitest'
import { runAsCase } from '../../harness/run/current-case.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { users } from '../../harness/client/testing/accounts.ts'
import { createTestClient, type Reply } from '../../harness/client/testing/test-client.ts'
import { stillOpensLists } from './still-opens-lists.ts'

const token = 'private-token-of-ada'

test('a page counts as missing unless a list that opened before is rejected too', async () => {
  const subject: Record<string, Reply> = { [route.list]: { status: 403 } }
  const declared = { privateTokens: { plain: { username: 'ada', token } } }
  const client = createTestClient(subject, { declared })
  const look = () => runAsCase({ ...client, id: 'a case' }, () => stillOpensLists(client.steps, client.run))
  await expect(look()).resolves.toBeUndefined()
  client.run.firstUses.set(token, 0)
  await expect(look()).rejects.toThrow('no list opens any more, so all requests may be rejected now: ')
  client.run.lists.read('users-v1', users)
  subject[route.list] = { json: users }
  await expect(look()).resolves.toBeUndefined()
})
