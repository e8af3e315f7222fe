import { expect, test } from 'vitest'
import { answerOf } from '../../harness/client/testing/answers.ts'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import { header, type Header, type WireRequest } from '../../harness/wire/exchange.ts'
import { handsOutNothing } from './opens-nothing.ts'

const token = 'Z0ken-of-a-rejection-4711'
const granted = 'T0ken-of-a-login-0815'

/** Rejects a login with these header fields, on a server that accepts this token, or any token. */
async function looksAt(headers: Header[], { takesAll = false } = {}) {
  const list = ({ headers: sent }: WireRequest) => {
    const credential = header(sent, 'authorization')
    const valid = [`Bearer ${token}`, `Bearer ${granted}`, `sessionid=${token}`]
    const isTaken = takesAll
      ? credential !== undefined
      : valid.includes(credential ?? header(sent, 'cookie') ?? '')
    return isTaken ? { json: users } : { status: 401, json: {} }
  }
  const declared = { accounts: { plain: ada } }
  const login = { json: { token: granted, username: 'ada' } }
  const { api, steps, sent, inCase } = createTestClient(
    { [route.login]: login, [route.newLogin]: login, [route.list]: list, [route.newList]: list },
    { declared },
  )
  const rejection = answerOf({ detail: 'wrong password' }, 401, headers)
  await inCase(() => handsOutNothing({ ...api, ...steps }, rejection))
  return sent.filter(({ method }) => method === 'GET').length
}

test.each<Header>([
  ['X-Auth-Token', token],
  ['Authorization', `Bearer ${token}`],
  ['X-Session', `id=${token}; new`],
])('a token that a rejection hands out in %s opens no list', async (...field) => {
  await expect(looksAt([field])).rejects.toThrow(`sent: a word of ${field[0]} of a rejection`)
})

test('a field that is not named like a credential costs no request', async () => {
  expect(await looksAt([['X-Request-Id', '7d0f5c58-0815-4711-a1b2-c3d4e5f60718']])).toBe(0)
})

test('nothing is judged where any token opens the list', async () => {
  await looksAt([['X-Auth-Token', token]], { takesAll: true })
})

test('of many cookies that a rejection sets, the session and the longest ones are tried', async () => {
  const cookies = Array.from({ length: 30 }, (_, at): Header => ['Set-Cookie', `c${at}=value-${at}`])
  const few = (made: Header[]) => looksAt([...cookies, ...made])
  expect(await few([])).toBe(8 * 2 * 2)
  expect(await few([['Set-Cookie', 'sessionid=1']])).toBe((1 + 7 * 2) * 2)
  await expect(few([['Set-Cookie', `auth=${token}`]])).rejects.toThrow('the cookie auth, sent as sessionid,')
})
