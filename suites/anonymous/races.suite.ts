// Lists without credentials, asked for while accepted requests are under way.

import { expect } from '../../harness/engine/case/expect.ts'
import { anonymous, bearer } from '../../harness/client/credentials/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import { bursts, meets } from '../case/bursts.ts'
import { requirement } from '../case/requirement.ts'

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
          ).toBeRejected('a request beside accepted ones at the same moment')
        await api.betweenLists(family, accepted, {}, () =>
          bursts(run, [valid, invalid, invalid, valid, valid, invalid, invalid, valid]),
        )
      },
    )
  }
}
