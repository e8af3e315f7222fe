import { expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { NotSupported, Violation } from '../../harness/outcomes.ts'
import type { DeclarationInput } from '../../harness/subject/declaration/declaration-schema.ts'
import { header, type WireRequest } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

const declared = {
  privateTokens: { plain: { username: 'ada', token: 'private token of ada' } },
  accessKeys: [{ keyId: 'key of ada', keySecret: 'secret of ada', username: 'ada' }],
} satisfies DeclarationInput

/** Compares what a private token lists with what a signature does, on a server that lists these users to the latter. */
async function judge(family: Family, declaration: DeclarationInput, toSignature: unknown): Promise<void> {
  await judgeReads(family, declaration, (method) => (method === 'Token' ? users : toSignature))
}

/** Compares them on a server that lists `answer` to a method; `read` counts the reads by both. */
async function judgeReads(
  family: Family,
  declaration: DeclarationInput,
  answer: (method: string, read: number) => unknown,
): Promise<void> {
  let read = 0
  const list = ({ headers }: WireRequest) => {
    const [method = ''] = (header(headers, 'authorization') ?? '').split(' ')
    return ['Token', 'Signature'].includes(method) ? { json: answer(method, read++) } : { status: 401 }
  }
  const { run, api, steps, inCase } = createTestClient(
    { [route.list]: list, [route.newList]: list },
    { declared: declaration },
  )
  const { privateTokens, accessKeys } = run.declaration
  const tools = {
    api: { ...api, ...steps },
    run,
    privateTokenOf: privateTokens.plain,
    accessKey: (accessKeys || [])[0],
  } as Tools
  const one = cases.get(`users.same-list/by-a-private-token-and-by-a-signature-on-${family}`)
  await inCase(async () => one?.body(tools))
}

test.each(families)(
  'without passwords, private token and signature of a user are compared on %s',
  async (family) => {
    await judge(family, declared, users)
    await expect(judge(family, declared, users.slice(0, 1))).rejects.toThrow(Violation)
  },
)

test('they are not compared where they are of two users, or where a token is', async () => {
  const ofDee = { ...declared, accessKeys: [{ ...declared.accessKeys[0]!, username: 'dee' }] }
  await expect(judge('v1', ofDee, users.slice(0, 1))).rejects.toThrow(NotSupported)
  await expect(judge('v1', { ...declared, accounts: { plain: ada } }, users)).rejects.toThrow(
    'judged with a token',
  )
})

const [first, second] = users

test('a value that one method gets from a cache is not compared, but the names of fields are', async () => {
  const lastLogins = [first, { ...second, last_login: 'noon' }]
  await judgeReads('v1', declared, (method) =>
    method === 'Token' ? [first, { ...second, last_login: null }] : lastLogins,
  )
  await expect(judge('v1', declared, lastLogins)).rejects.toThrow(Violation)
})

test('records are told apart by a field of an object in them', async () => {
  const nested = users.map((attributes) => ({ type: 'user', attributes }))
  const other = nested.map(({ attributes }) => ({
    type: 'user',
    attributes: { ...attributes, role: 'none' },
  }))
  const third = {
    type: 'user',
    attributes: { ...second, username: 'eve', email: 'eve@x', comment: 'walking' },
  }
  const judged = (toSignature: unknown) =>
    judgeReads('v1', declared, (method) => (method === 'Token' ? nested : toSignature))
  await judged(other)
  await expect(judged([nested[0], third])).rejects.toThrow(Violation)
})

test('nothing is compared of two servers that take turns and know different users', async () => {
  await judgeReads('v1', declared, (_method, read) => (read % 2 === 0 ? users : users.slice(0, 1)))
})
