import { expect, test } from 'vitest'
import { privateToken } from '../../client/credentials/credentials.ts'
import { ada, adasKey, users } from '../../client/testing/accounts.ts'
import { route } from '../../client/testing/paths.ts'
import { createTestClient, type Reply } from '../../client/testing/test-client.ts'
import { SetupFailed, Violation } from '../../outcomes.ts'
import { header, type WireRequest } from '../../wire/exchange.ts'
import { confirmed } from './confirmed.ts'
import { expect as judge } from './expect.ts'

const listed: Reply = { json: users }
const rejected: Reply = { status: 401, json: { detail: 'invalid credentials' } }
const token = 'e47af8a3d267bf87'

/**
 * Returns what counts after ada's private token, or her password, got the usual 401, while the other credentials get these
 * answers.
 */
async function afterRejection({
  before = listed,
  tokenNow = rejected,
  signatureNow = rejected,
  otherNow = rejected,
  login = false,
  loginAfter = false,
  hasKey = true,
}: {
  before?: Reply
  tokenNow?: Reply
  signatureNow?: Reply | (() => Reply)
  otherNow?: Reply
  login?: boolean
  loginAfter?: boolean
  hasKey?: boolean
} = {}) {
  let isFirst = true
  const list = (request: WireRequest) => {
    if (isFirst) return before
    const isSigned = header(request.headers, 'authorization')?.startsWith('Signature')
    const now = isSigned ? signatureNow : tokenNow
    return typeof now === 'function' ? now() : now
  }
  const { run, trace, api, until, inCase } = createTestClient(
    {
      [route.login]: loginAfter ? { json: { token: 'a-token-of-ada-17' } } : rejected,
      [route.list]: list,
      [route.newList]: otherNow,
    },
    {
      declared: {
        accounts: { plain: ada },
        privateTokens: { plain: { username: 'ada', token } },
        accessKeys: hasKey ? [adasKey] : [],
      },
    },
  )
  run.lists.read('users-v1', users)
  const found = await inCase(async () => {
    await api.list('users-v1', privateToken(token, 'ada'))
    isFirst = false
    if (login) judge(await api.login(ada)).toGrantToken()
    const answer = await api.list('users-v1', privateToken(token, 'ada'))
    if (loginAfter) await api.login(ada, { role: 'twin' })
    judge(answer).toListUsers()
  }).catch((error: unknown) => error)
  expect(found).toBeInstanceOf(Violation)
  return await confirmed(found, { run, trace, until })
}

test('a 401 says nothing of a credential once none of another kind opens the list, which one opened before', async () => {
  expect(await afterRejection()).toBeInstanceOf(SetupFailed)
  expect(await afterRejection({ login: true, hasKey: false })).toBeInstanceOf(SetupFailed)
})

test.for([
  ['other kind is declared', { hasKey: false }],
  ['other kind is rejected', { signatureNow: listed }],
] as const)('nor once none of its own kind does, even if no %s', async ([, now]) => {
  expect(await afterRejection(now)).toBeInstanceOf(SetupFailed)
})

test('nor of a login if the ban ended while the lists were asked for', async () => {
  let isFirst = true
  const signatureNow = () => {
    const reply = isFirst ? rejected : listed
    isFirst = false
    return reply
  }
  expect(await afterRejection({ login: true, signatureNow, otherNow: listed })).toBeInstanceOf(SetupFailed)
})

test.for([
  ['it was a login, and a key opens the list', { login: true, signatureNow: listed }],
  ['it was a login, and a private token opens the list', { login: true, tokenNow: listed }],
  ['none opened it before', { before: rejected }],
  ['a login is accepted after it', { loginAfter: true }],
  ['a list of the other family still opens', { otherNow: listed }],
  [
    'it was a login, and a key gets no answer that rejects it',
    { login: true, signatureNow: { status: 500 } },
  ],
] as const)('it does if %s', async ([, answers]) => {
  expect(await afterRejection(answers)).toBeInstanceOf(Violation)
})
