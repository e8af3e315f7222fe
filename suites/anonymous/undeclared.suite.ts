import { expect } from '../../harness/engine/expect.ts'
import type { Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/tools.ts'
import { isSuccess, tokenIn, type Answer } from '../../harness/client/answer.ts'
import { bearer, cookie, privateToken, signature } from '../../harness/client/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import { listsUsers } from '../../harness/facts/user-list.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'

/**
 * Judges what can be judged without declared credentials: a grant is a violation; a rejection shows nothing, since nobody
 * knows whether the server would have accepted a valid request.
 */
for (const family of families) {
  const title = `with nothing declared on ${family}`

  requirement('anonymous.no-credentials', title, async ({ api, run }) => {
    await onlyGrantFails(api, run, () => api.list(family))
  })
  requirement('anonymous.unknown-token', title, async ({ api, run }) => {
    await onlyGrantFails(api, run, () => api.list(family, bearer(run.random.word(32))))
  })
  requirement('anonymous.unknown-private-token', title, async ({ api, run }) => {
    await onlyGrantFails(api, run, () => api.list(family, privateToken(run.random.word(40))))
  })
  requirement('anonymous.unknown-session', title, async ({ api, run }) => {
    await onlyGrantFails(api, run, () => api.list(family, cookie(run.random.word(32))))
  })
  requirement('anonymous.unknown-key', title, async ({ api, run }) => {
    const key = { keyId: run.random.word(36), keySecret: run.random.word(36), username: '' }
    await onlyGrantFails(api, run, () => api.list(family, signature(key)))
  })
}

requirement(
  'login.unknown-user',
  'with nothing declared',
  { rejects: { of: 'nobody', rank: 1, undeclared: true } },
  async ({ api, run }) => {
    const stranger = { username: `nobody-${run.random.word(10)}`, password: run.random.word(16) }
    await onlyGrantFails(api, run, () => api.login(stranger))
  },
)

async function onlyGrantFails(api: Tools['api'], run: Run, ask: () => Promise<Answer>): Promise<void> {
  if (api.hasCredentials()) throw new NotSupported('judged with the credentials that are declared')
  const answer = await ask()
  if (!grantsAnything(answer)) throw new NotDeclared('accounts.plain')
  const { method } = answer.exchange.request
  const sibling = await api.page(`/${run.random.word(12)}`, {
    accept: 'application/json',
    method,
    role: 'twin',
  })
  if (grantsAnything(sibling)) throw new SetupFailed(`every path answers like that: ${sibling.said}`)
  expect(answer).toGrantNothing()
}

const grantsAnything = (answer: Answer): boolean =>
  isSuccess(answer) && (tokenIn(answer) !== undefined || listsUsers(answer.json))
