import { expect, test } from 'vitest'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { WireFailure } from '../../harness/wire/exchange.ts'
import { observations } from './all.ts'

test('an empty login that gets no answer counts, and holds nobody up', async () => {
  const { run } = createTestClient({
    'POST /api/users/v1/auth/': (request) => {
      throw new WireFailure('timeout', 'no answer', request)
    },
  })
  const measured = observations.get('observe.path-families')?.body({ run } as Tools)
  await expect(measured).rejects.toThrow('no answer')
  expect(run.failedLogins.total).toBe(1)
})
