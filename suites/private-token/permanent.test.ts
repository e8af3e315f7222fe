import { expect, test } from 'vitest'
import { users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { LeftOut, Violation } from '../../harness/outcomes.ts'
import type { Operator } from '../../harness/subject/commands/operator.ts'
import { header } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

const made = 'token-of-eve-0123456789'

/** Judges a created token that ends never, before the month is waited for, or meanwhile; `show` is what is printed then. */
async function judge({ show, ends }: { show?: string; ends: 'never' | 'before' | 'meanwhile' }) {
  let isValid = true
  const { run, api, steps, inCase } = createTestClient({
    [route.list]: ({ headers }) =>
      header(headers, 'authorization') === `Token ${made}` && !isValid ? { status: 401 } : { json: users },
  })
  run.support.list.v1 = false
  const answer = (stdout: string) => async () => ({ exitCode: 0, stdout, stderr: '' })
  const operator: Operator = {
    createFor: 'eve',
    create: answer(made),
    show: show === undefined ? undefined : answer(show),
  }
  run.owner = Promise.resolve({ username: 'eve', token: made, isMade: true })
  isValid = ends !== 'before'
  const farClock = {
    now: () => 0,
    until: async () => {
      if (ends === 'meanwhile') isValid = false
    },
  }
  const tools = { api: { ...api, ...steps }, run, operator, farClock } as unknown as Tools
  const id = 'private-token.permanent/a-month-later-of-one-that-the-operator-created'
  await inCase(async () => cases.get(id)?.body(tools))
}

test.for([undefined, made])('a created token that works a month later passes (show: %s)', async (show) => {
  await judge({ ends: 'never', ...(show === undefined ? {} : { show }) })
})

test.for([undefined, made])('one that has ended by then breaks the rule (show: %s)', async (show) => {
  await expect(judge({ ends: 'meanwhile', ...(show === undefined ? {} : { show }) })).rejects.toThrow(
    Violation,
  )
})

test('one that a second creation has replaced shows nothing, with a show command or without', async () => {
  await expect(judge({ ends: 'meanwhile', show: 'token-of-eve-9876543210' })).rejects.toThrow(LeftOut)
  await expect(judge({ ends: 'before' })).rejects.toThrow(LeftOut)
})
