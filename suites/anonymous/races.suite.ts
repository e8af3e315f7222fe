// Lists with no credentials or invalid ones, asked for while accepted requests are under way.

import { expect } from '../../harness/engine/case/expect.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import {
  anonymous,
  bearer,
  cookie,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import type { RequirementId } from '../catalogue/index.ts'
import { sessionCredential } from '../session/session-cookie.ts'
import { isSameKeySecret } from '../wrong-values/legal-equals.ts'
import { bursts, meets } from '../case/bursts.ts'
import { requirement } from '../case/requirement.ts'

const amongAccepted = 'a request beside accepted ones at the same moment'

const rejected = [
  ['anonymous.no-credentials', 'no credentials are sent', () => anonymous],
  ['anonymous.unknown-token', 'the token', bearer],
] as const

// A server may keep the caller in a variable that all requests share, give one answer to all that wait for the same page, or
// let in all that it has no time to check. As many requests as limits.concurrency allows by default.
for (const family of families) {
  for (const [id, changed, credential] of rejected) {
    requirement(
      id,
      `beside accepted requests at the same moment on the ${family} list`,
      { alone: true, race: true, changed },
      async ({ api, run }) => {
        meets(run)
        const accepted = await api.anyAccepted(family)
        const valid = () => api.list(family, accepted, { role: 'twin' })
        // On no connection that carried a credential: anonymous.next-request judges whether the server remembers it.
        const invalid = async () =>
          expect(
            await api.list(family, credential(run.random.word(32)), { wire: { freshConnection: true } }),
          ).toBeRejected(amongAccepted)
        await api.betweenLists(family, accepted, {}, () =>
          bursts(run, [valid, invalid, invalid, valid, valid, invalid, invalid, valid]),
        )
      },
    )
  }
}

type Pair = [valid: Credential, invalid: Credential]

type Beside = [
  id: RequirementId,
  needs: Need[],
  changed: string,
  /** A valid credential, and an invalid one of the same method. */
  pair: (tools: Tools, word: string) => Pair | Promise<Pair>,
]

const ofOneMethod: Beside[] = [
  [
    'anonymous.unknown-token',
    ['account'],
    'the token',
    async ({ api, account }, word) => [bearer(await api.token(account), account.username), bearer(word)],
  ],
  [
    'anonymous.unknown-private-token',
    ['privateTokenOf'],
    'the private token',
    ({ privateTokenOf: { token, username } }, word) => [privateToken(token, username), privateToken(word)],
  ],
  [
    'signature.other-keys-signature',
    ['accessKey', 'accessKey2'],
    'the key that signs',
    ({ accessKey, accessKey2 }) => {
      const { keySecret } = accessKey2
      if (isSameKeySecret(keySecret, accessKey.keySecret))
        throw new NotSupported('both access keys have the same secret')
      return [signature(accessKey2), signature(accessKey, { keySecret })]
    },
  ],
  [
    'anonymous.unknown-session',
    ['session'],
    'the cookie',
    async ({ session, run }, word) => [await sessionCredential(run, session), cookie(word)],
  ],
]

// What checks the credentials of one method may keep its result where the next request finds it.
for (const [id, needs, changed, pair] of ofOneMethod) {
  requirement(
    id,
    'beside valid ones of the same method at the same moment',
    { needs, alone: true, race: true, changed },
    async (tools: Tools) => {
      const { api, run } = tools
      meets(run)
      const family = api.listFamily()
      const [accepted, wrong] = await pair(tools, run.random.word(32))
      // All on connections of their own, so that all arrive equally late.
      const wire = { freshConnection: true }
      const valid = () => api.list(family, accepted, { role: 'twin', wire })
      const invalid = async () => expect(await api.list(family, wrong, { wire })).toBeRejected(amongAccepted)
      await api.betweenLists(family, accepted, {}, () =>
        bursts(run, [valid, invalid, valid, invalid, valid, invalid, valid]),
      )
    },
  )
}
