import { expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import { route } from '../../harness/client/testing/paths.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import { runAsCase } from '../../harness/run/current-case.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { cases } from '../all.ts'

/** Judges the case in front of a server whose list answers 30 requests, and then asks to come back after so many seconds. */
async function judge(seconds: number): Promise<void> {
  let since = 0
  let asked = 0
  let issuedAt = 0
  const { run, trace, api, steps, now, until } = createTestClient(
    {
      [route.login]: () => {
        issuedAt = now()
        return { json: { token: `token of ada ${issuedAt}` } }
      },
      [route.list]: () => {
        if (now() >= since + seconds * 1000) [since, asked] = [now(), 0]
        if (++asked > 30) return { status: 429, headers: [['Retry-After', String(seconds)]] }
        return now() < issuedAt + 3600_000 ? { json: users } : { status: 401 }
      },
    },
    { declared: { accounts: { plain: ada } } },
  )
  run.support.list.v1 = false
  const tools = { api: { ...api, ...steps }, run, account: ada } as unknown as Tools
  const body = async () => cases.get('token.many-uses/on-each-list-in-turn')?.body(tools)
  await runAsCase({ run, trace, until }, () => patiently(run, body))
}

test('a token is used more often than a server allows in a minute', async () => {
  await judge(60)
})

test('if the server has the suite wait until its hour is over, nothing is judged', async () => {
  await expect(judge(3600)).rejects.toThrow(NotSupported)
})
