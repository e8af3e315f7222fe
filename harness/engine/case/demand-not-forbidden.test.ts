import { expect, test } from 'vitest'
import { privateToken } from '../../client/credentials/credentials.ts'
import { ada, adasKey, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient, inTurn, type Reply, type Subject } from '../../client/testing/test-client.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import { header, type WireRequest } from '../../wire/exchange.ts'
import { confirmed } from './confirmed.ts'
import { expect as judge } from './expect.ts'

const listed: Reply = { json: users }
const forbidden: Reply = { status: 403, json: { detail: 'forbidden' } }

/** Returns what counts after ada's private token got 403, while her other credentials get these answers. */
async function afterForbidden({
  token,
  signature = forbidden,
  isKnown = true,
  accounts = { plain: ada },
}: {
  token: Subject[string]
  signature?: Reply
  isKnown?: boolean
  accounts?: object
}) {
  const list = (request: WireRequest) => {
    const sent = header(request.headers, 'authorization') ?? ''
    if (sent.startsWith('Bearer')) return typeof token === 'function' ? token(request) : token
    return sent.startsWith('Signature') ? signature : forbidden
  }
  const { run, trace, api, until, inCase } = createTestClient(
    { [route.login]: { json: { token: 'token of ada' } }, [route.list]: list },
    { declared: { accounts, accessKeys: [adasKey] } },
  )
  if (isKnown) run.lists.read('users-v1', users)
  const found = await inCase(async () => {
    if ('plain' in accounts) await api.login(ada)
    return judge(await api.list('users-v1', privateToken('of ada', 'ada'))).toListUsers()
  }).catch((error: unknown) => error)
  expect(found).toBeInstanceOf(Violation)
  return await confirmed(found, { run, trace, until })
}

test.for([
  ['a new token', { token: forbidden, signature: listed }],
  ['a new token now and then', { token: inTurn(listed, forbidden), signature: listed }],
  ['a signature, if no account is declared', { token: listed, accounts: {} }],
] as const)('a 403 that a user also gets with %s says nothing about a private token', async ([, answers]) => {
  expect(await afterForbidden(answers)).toBeInstanceOf(SetupFailed)
})

test.for([
  ['gets the list with a new token', { token: listed }],
  ['is rejected differently with it', { token: { status: 403, json: { detail: 'no' } }, signature: listed }],
  ['asks for a list that nobody could read', { token: forbidden, isKnown: false }],
] as const)('it does if the user %s', async ([, answers]) => {
  expect(await afterForbidden(answers)).toBeInstanceOf(Violation)
})
