import { expect, test } from 'vitest'
import { ada } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import { worksAtOnce, type Used } from './life.ts'

test('a 403 to a token issued just now counts only if its user was shown to be allowed to list', async () => {
  const { api, steps, run, now, inCase } = createTestClient(
    { [route.login]: { json: { token: 'token of ada' } }, [route.list]: { status: 403 } },
    { declared: { accounts: { plain: ada } } },
  )
  const used = { api: { ...api, ...steps }, run, clock: { now } } as Used
  const token = await steps.token(ada)
  const judged = inCase(() => worksAtOnce(used, token))
  await expect(judged).rejects.toMatchObject({ wanted: 'the list of users', ifMayList: 'ada' })
})
