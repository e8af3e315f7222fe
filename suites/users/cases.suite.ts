// The user list: JSON with records, the same by each method.

import { expect, holds } from '../../harness/engine/case/expect.ts'
import type { Need, Tools } from '../../harness/engine/case/tools.ts'
import { bodyHolds, isSuccess } from '../../harness/client/answer.ts'
import {
  bearer,
  privateToken,
  signature,
  type Credential,
} from '../../harness/client/credentials/credentials.ts'
import { families, type Family } from '../../harness/facts/families.ts'
import { mayNotList } from '../../harness/client/may-list.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { recordSet } from './record-set.ts'
import { methods } from './methods.ts'
import { requirement } from '../case/requirement.ts'

for (const family of families) {
  for (const [name, needs, credential] of methods) {
    requirement('users.json', `to ${name} on ${family}`, { needs }, async (asked) => {
      const valid = await credential(asked)
      const answer = await asked.api.list(family, valid)
      // A list in another format than JSON names its users too; any other answer that is no list counts as a rejection.
      if (!isSuccess(answer) || !bodyHolds(answer.exchange, valid.username ?? '"')) asked.api.accepted(answer)
      expect(answer).toBeJson()
    })

    requirement('users.records', `to ${name} on ${family}`, { needs }, async (asked) => {
      expect(await asked.api.list(family, await credential(asked))).toHoldRecords()
    })
  }

  for (const [name, needs, credential] of methods.slice(1)) {
    const options = { changed: 'the method', needs: [...new Set<Need>(['account', ...needs])] }
    requirement('users.same-list', `by a token and by ${name} on ${family}`, options, async (asked) => {
      const { api, account } = asked
      // Gets the token first: whether a later login ends a session is not specified.
      const token = bearer(await api.token(account), account.username)
      const other = await credential(asked)
      if (other.username !== account.username)
        throw new NotSupported(`${name} is declared for another user than accounts.plain`)
      await sameList(asked, family, token, other)
    })
  }

  // For declarations without passwords.
  requirement(
    'users.same-list',
    `by a private token and by a signature on ${family}`,
    { changed: 'the method', needs: ['privateTokenOf', 'accessKey'] },
    async (asked) => {
      const { privateTokenOf, accessKey, run } = asked
      if (run.declaration.accounts.plain) throw new NotSupported('judged with a token')
      if (privateTokenOf.username !== accessKey.username)
        throw new NotSupported('private token and access key are declared for two users')
      await sameList(
        asked,
        family,
        privateToken(privateTokenOf.token, privateTokenOf.username),
        signature(accessKey),
      )
    },
  )
}

/** Expects the same records with both credentials, which are of one user. */
async function sameList(
  { api, run }: Pick<Tools, 'api' | 'run'>,
  family: Family,
  one: Credential,
  other: Credential,
): Promise<void> {
  const { username = '' } = one
  const barred = mayNotList(run, username)
  if (barred) throw barred
  const read = async (by: Credential) => recordSet(await api.list(family, by))
  // What changes with time also differs between the outer reads, and what two servers answer in turn between both pairs.
  const [one1, other1, other2, one2] = [
    await read(one),
    await read(other),
    await read(other),
    await read(one),
  ]
  holds(
    recordSet.alike([one1, one2], [other1, other2]),
    'the same records by both methods',
    'the two methods list different records',
  )
}
