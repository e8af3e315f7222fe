import { expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient, type Reply } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared, NotSupported, Violation } from '../../harness/outcomes.ts'
import type { DeclarationInput } from '../../harness/subject/declaration/declaration-schema.ts'
import { header, type WireRequest } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

const accounts: DeclarationInput['accounts'] = { plain: ada }
const privateTokens: DeclarationInput['privateTokens'] = { plain: { username: 'ada', token: 'token of ada' } }

/** Judges a case on a server that opens its list to these Authorization values, and to these cookies. */
async function judge(id: string, declared: DeclarationInput, opensTo: RegExp): Promise<void> {
  const list = ({ headers }: WireRequest): Reply =>
    opensTo.test(header(headers, 'authorization') ?? header(headers, 'cookie') ?? '')
      ? { json: users }
      : { status: 401 }
  const { run, api, steps, inCase } = createTestClient(
    { [route.login]: { json: { token: 'token of ada' } }, [route.list]: list },
    { declared },
  )
  const tools = { api: { ...api, ...steps }, run } as Tools
  await inCase(async () => cases.get(id)?.body(tools))
}

const session: DeclarationInput['session'] = { login: { url: '/login/' } }

const unknown = (kind: string) => `anonymous.unknown-${kind}/with-none-declared-on-users-v1`
const own = 'token of ada'

test.for<[kind: string, declared: DeclarationInput, opensTo: RegExp]>([
  ['token', { privateTokens }, new RegExp(`Token ${own}|Bearer`)],
  ['private-token', { accounts }, new RegExp(`Bearer ${own}|Token`)],
  ['private-token', { accounts, privateTokens: false }, new RegExp(`Bearer ${own}|Token`)],
  ['session', { accounts }, new RegExp(`Bearer ${own}|sessionid`)],
  ['session', { privateTokens, session }, new RegExp(`Token ${own}|sessionid`)],
  ['key', { accounts }, new RegExp(`Bearer ${own}|Signature`)],
  ['key', {}, /Signature/],
])('a made-up %s must open nothing, whatever else is declared: %j', async ([kind, declared, opensTo]) => {
  await expect(judge(unknown(kind), declared, opensTo)).rejects.toThrow(Violation)
})

test.for<[kind: string, declared: DeclarationInput, missing: string]>([
  ['token', { privateTokens }, 'accounts.plain'],
  ['private-token', { accounts }, 'privateTokens.plain'],
  ['session', { accounts }, 'session'],
  ['session', { privateTokens, session }, 'accounts.plain'],
  ['key', { accounts }, 'accessKeys[0]'],
  ['key', {}, 'accessKeys[0]'],
])('that a made-up %s is rejected shows nothing: %j', async ([kind, declared, missing]) => {
  const judged = judge(unknown(kind), declared, new RegExp(own))
  await expect(judged).rejects.toThrow(new NotDeclared(missing))
})

test('what the server is declared not to support stays not applicable if it is rejected', async () => {
  const judged = judge(unknown('private-token'), { accounts, privateTokens: false }, new RegExp(own))
  await expect(judged).rejects.toThrow(NotSupported)
})

test('the kinds that are declared have cases of their own', async () => {
  const everything = { accounts, privateTokens, session }
  for (const kind of ['token', 'private-token', 'session'])
    await expect(judge(unknown(kind), everything, /./)).rejects.toThrow('judged with the credentials')
})
