import { expect, test } from 'vitest'
import { ada, allAccounts } from '../client/testing/accounts.ts'
import { route } from '../client/testing/paths.ts'
import { createTestClient, type Reply } from '../client/testing/test-client.ts'
import { rejectsAllNote } from './rejects-all-note.ts'

const keyless: Reply = { status: 401, json: { message: 'No API key' } }

/** What is noted if unknown paths and the first list got `first`, and then a valid login gets `login`. */
async function noted(first: Reply, login: Reply) {
  const subject = { [route.login]: login, 'POST /unknown/': first }
  const { run, api } = createTestClient(subject, { declared: { accounts: allAccounts } })
  run.firstStatus = first.status!
  run.rejectsAllAtFirst = true
  run.unknownPath.POST = await run.wire.send({ method: 'POST', target: '/unknown/', headers: [] })
  await api.login(ada)
  return rejectsAllNote(run)
}

test('a 401 for everything is noted if a valid login gets it too', async () => {
  const [note] = await noted(keyless, keyless)
  expect(note).toContain('rejected everything from the first request on (401), even unknown paths')
  expect(note).toContain(': if a gateway demands an API key')
  expect(await noted(keyless, { status: 401, json: { message: 'Unknown password' } })).toEqual([])
})

test('a 403 for everything is noted, unless something was accepted', async () => {
  expect(await noted({ status: 403 }, { status: 403 })).toEqual([
    expect.stringContaining(': if this is a ban, wait until it is over, or lift it; if a gateway demands'),
  ])
  expect(await noted({ status: 403 }, { json: { token: 'abc' } })).toEqual([])
})
