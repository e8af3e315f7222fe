import { expect, test } from 'vitest'
import { ada } from '../../harness/client/testing/accounts.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import { makeTools } from '../../harness/engine/make-tools.ts'
import { NotDeclared, Skipped, noneLeft } from '../../harness/outcomes.ts'
import type { DeclarationInput } from '../../harness/subject/declaration/declaration-schema.ts'
import { cases } from '../all.ts'

const besideSession = 'login.wrong-password/beside-a-session-of-the-user-on-v1'

async function judge(declared: DeclarationInput): Promise<void> {
  const { run, trace, inCase } = createTestClient({}, { declared })
  const tools = makeTools(run, trace, { until: async () => {}, leave: () => {} })
  await inCase(async () => cases.get(besideSession)?.body(tools))
}

test.for<[declared: DeclarationInput, outcome: Error]>([
  [{}, new NotDeclared('accounts.plain')],
  [{ accounts: { plain: ada } }, new NotDeclared('session')],
  [{ accounts: { plain: ada }, session: { login: { url: '/login/' } } }, new Skipped(noneLeft)],
])(
  'a rejected login beyond the limits is left out only if all that it needs is declared: %j',
  async ([declared, outcome]) => {
    await expect(judge(declared)).rejects.toThrow(outcome)
  },
)
