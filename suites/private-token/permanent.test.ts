import { expect, test } from 'vitest'
import { ada, dee, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { LeftOut, SetupFailed, Violation } from '../../harness/outcomes.ts'
import type { Operator } from '../../harness/subject/commands/operator.ts'
import { header } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

const made = 'token-of-dee-0123456789'

interface Created {
  /** What the show command prints in the end. */
  show?: string
  /** When the created token ends: the month is waited for meanwhile. */
  ends: 'never' | 'before' | 'meanwhile'
  /** Whether its account is declared, and gets in by its password. */
  account?: 'undeclared' | 'ended'
}

async function judge({ show, ends, account }: Created) {
  let isValid = true
  const { run, api, steps, inCase } = createTestClient(
    {
      [route.login]: account === 'ended' ? { status: 401 } : { json: { token: 'token-of-dee' } },
      [route.list]: ({ headers }) =>
        header(headers, 'authorization') === `Token ${made}` && !isValid ? { status: 401 } : { json: users },
    },
    { declared: { accounts: account === 'undeclared' ? { plain: ada } : { plain2: dee } } },
  )
  run.support.list.v1 = false
  const answer = (stdout: string) => async () => ({ exitCode: 0, stdout, stderr: '' })
  const operator: Operator = {
    createFor: 'dee',
    create: answer(made),
    show: show === undefined ? undefined : answer(show),
  }
  run.owner = Promise.resolve({ username: 'dee', token: made, isMade: true })
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
  await expect(judge({ ends: 'meanwhile', show: 'token-of-dee-9876543210' })).rejects.toThrow(LeftOut)
  await expect(judge({ ends: 'before' })).rejects.toThrow(LeftOut)
})

test.for(['undeclared', 'ended'] as const)('an account that is %s shows nothing', async (account) => {
  await expect(judge({ ends: 'meanwhile', account })).rejects.toThrow(SetupFailed)
})
