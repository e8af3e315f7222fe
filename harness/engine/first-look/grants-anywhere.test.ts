import { expect, test } from 'vitest'
import { createTestClient, inTurn } from '../../client/testing/test-client.ts'
import { grantsAnywhere } from './grants-anywhere.ts'

type Subject = Parameters<typeof createTestClient>[0]

/** Answers every path, depending on the method alone. */
const anywhere = (replies: Record<string, object>): Subject =>
  new Proxy<NonNullable<Subject>>(
    {},
    { get: (_, route) => replies[String(route).split(' ')[0] ?? ''] ?? { status: 404 } },
  )

test.for([
  ['a token', { POST: { json: { token: 'abc' } } }, /^POST of a path.* with a token, so/],
  [
    'a list',
    { GET: { json: [{ username: 'ada', email: 'a@b.test' }] } },
    /^GET of a path.* with a list of users, so/,
  ],
] as const)(
  'a path that does not exist and grants %s is named with its method',
  async ([, replies, said]) => {
    const { run } = createTestClient(anywhere(replies))
    expect(await grantsAnywhere(run)).toMatch(said)
  },
)

test('what is asked to come back later is sent again', async () => {
  const busy = { status: 429, headers: [['Retry-After', '1'] as [string, string]] }
  const { run } = createTestClient(anywhere({ POST: inTurn(busy, { json: { token: 'abc' } }) }))
  expect(await grantsAnywhere(run)).toMatch(/^POST of a path/)
})

test('a token that opens nothing does not count', async () => {
  const { run } = createTestClient(anywhere({ POST: { status: 404, json: { token: 'a CSRF token' } } }))
  expect(await grantsAnywhere(run)).toBeUndefined()
})

test('of a server that tells its paths apart nothing is said', async () => {
  const { run } = createTestClient(anywhere({}))
  expect(await grantsAnywhere(run)).toBeUndefined()
})
