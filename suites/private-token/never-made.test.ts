import { expect, test } from 'vitest'
import { ada, users } from '../../harness/client/testing/accounts.ts'
import { route } from '../../harness/client/testing/paths.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { NotDeclared, Violation } from '../../harness/outcomes.ts'
import type { Operator } from '../../harness/subject/commands/operator.ts'
import { header } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

const [old, another] = ['token-of-ada-0123456789', 'token-of-ada-9876543210']

type Result = [exitCode: number, token?: string]

/** Judges a case with a create command that gives these results in turn; one that exits 0 prints the token. */
const judge = (id: string, createFor: string | undefined, ...results: Result[]) =>
  subject(createFor, results)(`second-creation-${id}`)

function subject(createFor: string | undefined, results: Result[]) {
  let valid = old
  const { run, api, steps, inCase } = createTestClient(
    {
      [route.list]: ({ headers }) =>
        header(headers, 'authorization') === `Token ${valid}` ? { json: users } : { status: 401 },
    },
    { declared: { accounts: { plain: ada }, privateTokens: { plain: { username: 'ada', token: old } } } },
  )
  run.support.list.v1 = false
  const create = async () => {
    const [exitCode, token] = results.shift() ?? [1]
    if (token !== undefined) valid = token
    return { exitCode, stdout: token ?? '', stderr: '' }
  }
  const show = async () => ({ exitCode: 0, stdout: valid, stderr: '' })
  const operator: Operator = { createFor, create, show }
  const tools = { api: { ...api, ...steps }, run, operator } as Tools
  return (id: string) => inCase(async () => cases.get(`private-token.${id}`)?.body(tools))
}

const fails = 'fails/for-a-user-who-has-one'
const keeps = 'keeps/the-token-that-was-there'

test.for([fails, keeps, 'fails/many-creations-at-once'])(
  'a command that was never seen to create a token proves nothing when it fails: %s',
  async (id) => {
    await expect(judge(id, 'ada', [1], [1])).rejects.toThrow(NotDeclared)
    if (!id.includes('many'))
      await expect(judge(id, undefined, [1])).rejects.toThrow('a misspelt one fails too')
  },
)

test('a token that the user has after many creations that all failed is from an earlier run', async () => {
  const judgeCase = subject('ada', [])
  await expect(judgeCase('second-creation-fails/many-creations-at-once')).rejects.toThrow(NotDeclared)
  await expect(judgeCase('created-by-operator/for-a-user-who-has-none')).rejects.toThrow(NotDeclared)
})

test.for([fails, keeps])('one that created it in this run does: %s', async (id) => {
  await judge(id, 'ada', [0, old], [1])
})

test.for([fails, keeps])(
  'one that gives a user without createFor a second token breaks the rule: %s',
  async (id) => {
    await expect(judge(id, undefined, [0, another])).rejects.toThrow(Violation)
  },
)
