import {
  bearer,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { sessionCredential } from '../session/session-cookie.ts'

type Method = [
  name: string,
  needs: Need[],
  credential: (tools: Tools) => Promise<Credential>,
  /** The rule that it opens a list. */
  accepted: RequirementId,
]

/** The four methods (Authentication), each with the credential of the declared user. */
export const methods: Method[] = [
  [
    'a token',
    ['account'],
    async ({ api, account }) => bearer(await api.token(account), account.username),
    'token.bearer',
  ],
  [
    'a private token',
    ['privateTokenOf'],
    async ({ privateTokenOf: { token, username } }) => privateToken(token, username),
    'private-token.accepted',
  ],
  ['a signature', ['accessKey'], async ({ accessKey }) => signature(accessKey), 'signature.accepted'],
  ['a session', ['session'], ({ session, run }) => sessionCredential(run, session), 'session.accepted'],
]
