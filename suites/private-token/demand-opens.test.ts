import { expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { SetupFailed, Violation } from '../../harness/outcomes.ts'
import { header } from '../../harness/wire/exchange.ts'
import { demandOpens } from './operator-tokens.ts'

const [declared, made] = ['token-of-ada-0123456789', 'token-of-dee-9876543210']

/** Demands that a created token opens the list, where it opens it after so many rejections. */
function afterRejections(count: number) {
  const { run, api, steps, inCase } = createTestClient(
    {
      [route.list]: ({ headers }) => {
        const isMade = header(headers, 'authorization') === `Token ${made}`
        return isMade && count-- > 0 ? { status: 401 } : { json: users }
      },
    },
    { declared: { privateTokens: { plain: { username: ada.username, token: declared } } } },
  )
  run.lists.read('users-v1', users)
  const tools = { ...api, ...steps } as Tools['api']
  return inCase(() => demandOpens(tools, run, 'users-v1', [made], 'dee'))
}

test('a created private token that was rejected once, perhaps by a ban that has ended, says nothing', async () => {
  await expect(afterRejections(1)).rejects.toThrow(SetupFailed)
})

test('one that opens the list does, and so does one that is rejected again', async () => {
  await afterRejections(0)
  await expect(afterRejections(2)).rejects.toThrow(Violation)
})
