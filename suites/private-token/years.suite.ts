// The private token months and years later.

import { privateToken } from '../../harness/client/credentials/credentials.ts'
import { LeftOut } from '../../harness/outcomes.ts'
import { requirement } from '../case/requirement.ts'
import { expectOpens } from './expect-opens.ts'
import { NoneWorks, opensEach, ownerOfOne, readToken } from './operator-tokens.ts'
import { worksAfter } from './works-after.ts'

const day = 86_400
const month = 31 * day
const year = 365.25 * day

for (const [title, whose, seconds] of [
  ['a year later', 'privateTokenOf', year],
  ['ten years later', 'privateTokenOf', 10 * year],
  ['ten years later, of an account with a second factor', 'mfaPrivateToken', 10 * year],
] as const) {
  requirement('private-token.permanent', title, { needs: [whose, 'farClock'] }, async (tools) => {
    await worksAfter(tools, tools[whose], seconds)
  })
}

requirement(
  'private-token.permanent',
  'a month later, of one that the operator created',
  { needs: ['operator', 'farClock'] },
  async ({ api, operator, farClock, run }) => {
    const { username, token } = await ownerOfOne(api, run, operator).catch((error: unknown) => {
      throw error instanceof NoneWorks ? new LeftOut('') : error
    })
    // A second creation may have replaced it; another rule judges that.
    if (!operator.show && !(await opensEach(api, token, username))) throw new LeftOut('')
    await farClock.until((run.firstUses.get(token) ?? farClock.now()) + month * 1000)
    for (const family of api.listFamilies()) {
      await expectOpens(
        () => api.list(family, privateToken(token, username)),
        async () => {
          const shown = operator.show ? await readToken(run, operator, username) : undefined
          if (shown && !shown.candidates.includes(token)) throw new LeftOut('')
          // The account may have ended, or its right to read the list.
          await api.stillIn(username)
        },
      )
    }
  },
)
