import { expect, test } from 'vitest'
import { users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient, type Reply } from '../../harness/client/testing/test-client.ts'
import { createWebSession } from '../../harness/client/web/web-session.ts'
import { header, type WireRequest } from '../../harness/wire/exchange.ts'
import { sessionCookie } from './session-cookie.ts'

const html = (body: string): Reply => ({ headers: [['Content-Type', 'text/html']], body })
const loginPage = html('<form><input name="password"></form>')

/** Asks for the declared cookie on a server that answers this to it, and a login page to everybody else. */
async function declaredCookie(toCookie: Reply) {
  const list = ({ headers }: WireRequest) => (header(headers, 'cookie') === undefined ? loginPage : toCookie)
  const declared = { session: { cookie: 'cookie-of-ada-1' } }
  const { run, trace, inCase } = createTestClient({ [route.list]: list }, { declared })
  const { session } = run.declaration
  if (!session) throw new Error('no session is declared')
  return await inCase(() => sessionCookie(run, createWebSession(run, trace, session)))
}

test.each<[what: string, toCookie: Reply]>([
  ['the list', { json: users }],
  ['something else than everybody, which other rules judge', html('<h1>Users</h1>')],
])('a declared cookie counts if it gets %s', async (_, toCookie) => {
  await expect(declaredCookie(toCookie)).resolves.toEqual({ value: 'cookie-of-ada-1' })
})

test.each<[what: string, toCookie: Reply]>([
  ['is rejected', { status: 401 }],
  ['gets the login page that everybody gets', loginPage],
])('a declared cookie that %s may have expired', async (_, toCookie) => {
  await expect(declaredCookie(toCookie)).rejects.toThrow('opens no list: it may have expired')
})
