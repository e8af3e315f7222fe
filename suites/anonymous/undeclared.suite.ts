// What can be judged of a server whose declaration names no credentials.

import { expect } from '../../harness/engine/case/expect.ts'
import type { Random, Run } from '../../harness/run/run.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { isSuccess, tokenIn, type Answer } from '../../harness/client/answer.ts'
import {
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { opensList } from '../../harness/client/grants.ts'
import { families } from '../../harness/facts/families.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import type { Declaration } from '../../harness/subject/declaration/declaration.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { requirement } from '../case/requirement.ts'

interface Kind {
  id: RequirementId
  /** What to declare, so that a rejection shows something. */
  field: string | ((declaration: Declaration) => string)
  declared: (declaration: Declaration) => unknown
  madeUp: (random: Random) => Credential
}

const kinds: Kind[] = [
  {
    id: 'anonymous.unknown-token',
    field: 'accounts.plain',
    declared: ({ accounts }) => accounts.plain,
    madeUp: ({ word }) => bearer(word(32)),
  },
  {
    id: 'anonymous.unknown-private-token',
    field: 'privateTokens.plain',
    declared: ({ privateTokens }) => privateTokens.plain,
    madeUp: ({ word }) => privateToken(word(40)),
  },
  {
    id: 'anonymous.unknown-session',
    field: (declaration) => (logsInOnPage(declaration) ? 'accounts.plain' : 'session'),
    declared: (declaration) => (logsInOnPage(declaration) ? declaration.accounts.plain : declaration.session),
    madeUp: ({ word }) => cookie(word(32)),
  },
  {
    id: 'anonymous.unknown-key',
    field: 'accessKeys[0]',
    declared: ({ accessKeys }) => accessKeys && accessKeys[0],
    madeUp: ({ word }) => signature({ keyId: word(36), keySecret: word(36), username: '' }),
  },
]

/** True if only the login page gives a cookie, for which it needs an account. */
const logsInOnPage = ({ session }: Declaration): boolean =>
  session !== undefined && session !== false && session.cookie === undefined && session.command === undefined

/**
 * Judges what can be judged of a kind of credential of which none is declared: a grant is a violation; a rejection shows
 * nothing, since nobody knows whether the server would have accepted a valid one.
 */
for (const family of families) {
  requirement('anonymous.no-credentials', `with nothing declared on ${family}`, {}, async ({ api, run }) => {
    if (api.hasCredentials()) throw isDeclared()
    await onlyGrantFails(api, run, () => api.list(family))
    throw new NotDeclared('accounts.plain')
  })

  for (const { id, field, declared, madeUp } of kinds) {
    requirement(id, `with none declared on ${family}`, {}, async ({ api, run }) => {
      const part = declared(run.declaration)
      if (part) throw isDeclared()
      // Shows where the list has its records.
      if (api.hasCredentials()) await api.anyAccepted(family)
      await onlyGrantFails(api, run, () => api.list(family, madeUp(run.random)))
      const missing = typeof field === 'string' ? field : field(run.declaration)
      throw part === false
        ? new NotSupported(`the subject is declared not to support ${missing}`)
        : new NotDeclared(missing)
    })
  }
}

requirement(
  'login.unknown-user',
  'with none declared',
  { rejects: { of: 'nobody', rank: 1, undeclared: true } },
  async ({ api, run }) => {
    if (run.declaration.accounts.plain) throw isDeclared()
    const stranger = { username: `nobody-${run.random.word(10)}`, password: run.random.word(16) }
    const family = api.hasLogin('v1') ? 'v1' : 'users-v1'
    await onlyGrantFails(api, run, () => api.login(stranger, { family }))
    throw new NotDeclared('accounts.plain')
  },
)

const isDeclared = () => new NotSupported('judged with the credentials that are declared')

async function onlyGrantFails(api: Tools['api'], run: Run, ask: () => Promise<Answer>): Promise<void> {
  const answer = await ask()
  if (!grantsAnything(answer)) return
  const { method } = answer.exchange.request
  const sibling = await api.page(`/${run.random.word(12)}`, {
    accept: 'application/json',
    method,
    role: 'twin',
  })
  if (grantsAnything(sibling)) throw new SetupFailed(`every path answers like that: ${sibling.said}`)
  if (api.hasCredentials()) expect(answer).toBeRejected()
  else expect(answer).toGrantNothing()
}

const grantsAnything = (answer: Answer): boolean =>
  (isSuccess(answer) && tokenIn(answer) !== undefined) || opensList(answer)
