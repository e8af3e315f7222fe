import { expect, test } from 'vitest'
import { adasKey, allAccounts, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient, type Reply, type Subject } from '../../client/testing/test-client.ts'
import { send } from '../../client/send.ts'
import { createTrace } from '../../run/trace.ts'
import { leaveMissingFamily } from './leave-missing-family.ts'

/** Returns which newer paths are left, on a subject whose older list is open. */
async function left({ served = {}, unknown }: { served?: Subject; unknown: Reply }) {
  const open = { [route.list]: { json: users }, ...served }
  const subject = new Proxy<Subject>(open, { get: (known, path) => known[String(path)] ?? unknown })
  const { run, api, sent, asked } = createTestClient(subject, {
    declared: { accounts: allAccounts, accessKeys: [adasKey] },
  })
  run.unknownPath.POST = await run.wire.send({ method: 'POST', target: '/unknown/', headers: [] })
  sent.length = 0
  await leaveMissingFamily(run, api, (one, request) => send(one, createTrace(), request))
  return { list: run.support.list.v1, login: run.support.login.v1, requests: asked().length }
}

const gone = { list: false, login: false }
const there = { list: true, login: true }

test.for<[what: string, Parameters<typeof left>[0], { list: boolean; login: boolean }]>([
  ['its paths are 404, as unknown ones are', { unknown: { status: 404 } }, gone],
  ['its paths are 403, as unknown ones are', { unknown: { status: 403 } }, gone],
  [
    'its paths redirect away and its list is 404',
    { served: { [route.newLogin]: { status: 302 } }, unknown: { status: 404 } },
    gone,
  ],
  [
    'its paths redirect away, and unknown ones do not',
    {
      served: { [route.newLogin]: { status: 301 }, [route.newList]: { status: 301 } },
      unknown: { status: 404 },
    },
    gone,
  ],
])('a family does not exist if %s', async ([, subject, expected]) => {
  expect(await left(subject)).toMatchObject(expected)
})

test.for<[what: string, Parameters<typeof left>[0]]>([
  ['its list opens', { served: { [route.newList]: { json: users } }, unknown: { status: 403 } }],
  [
    'its list is 403, but unknown paths are 404',
    { served: { [route.newList]: { status: 403 } }, unknown: { status: 404 } },
  ],
  ['all is 401, which may be the rejection of the key', { unknown: { status: 401 } }],
  [
    'its list redirects, as a rejection of the key may, and its login does not',
    {
      served: { [route.newLogin]: { status: 400 }, [route.newList]: { status: 302 } },
      unknown: { status: 404 },
    },
  ],
  [
    'its login answers differently from unknown paths',
    { served: { [route.newLogin]: { status: 400 } }, unknown: { status: 403 } },
  ],
])('a family may exist if %s', async ([, subject]) => {
  expect(await left(subject)).toMatchObject(there)
})

test('of a family whose list is missing, the login may be there', async () => {
  const served = { [route.newLogin]: { status: 400 } }
  expect(await left({ served, unknown: { status: 404 } })).toMatchObject({ list: false, login: true })
})

test('a credential that opens both lists ends the search', async () => {
  const served = { [route.newList]: { json: users } }
  expect(await left({ served, unknown: { status: 404 } })).toMatchObject({ requests: 2 })
})
