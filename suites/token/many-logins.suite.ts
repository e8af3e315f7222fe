// Tokens that must survive many later logins.

import { atOnce } from '../../harness/client/at-once.ts'
import { families } from '../../harness/facts/families.ts'
import { requirement } from '../case/requirement.ts'
import { sameAgain } from './fresh-token.ts'
import { usedTwice } from './used-twice.ts'

requirement(
  'token.fixed-hour',
  'after ten more logins',
  { needs: ['account2'] },
  async ({ api, account2, run }) => {
    // Uses a way of its own, so that no other case's token counts if a server limits tokens.
    const way = api.hasLogin('v1') ? ({ family: 'v1', encoding: 'form' } as const) : {}
    const token = await api.token(account2, way)
    const stillWorks = await usedTwice({ api, run }, account2, token)
    for (let login = 0; login < 10; login++) {
      if ((await api.token(account2, way)) === token) throw sameAgain()
    }
    await stillWorks()
  },
)

requirement(
  'token.fixed-hour',
  'after sixty logins of another account',
  { needs: ['account', 'account2'] },
  async ({ api, account, account2, run }) => {
    // Left out under limits, since logins go out one at a time there.
    api.leftOutUnderLimits()
    const stillWorks = await usedTwice({ api, run }, account2)
    // That of the same account, which a limit on its tokens would end, takes no logins of its own.
    const ownStillWorks = await usedTwice({ api, run }, account)
    await atOnce(run, Array.from({ length: 60 }), () => api.token(account))
    await stillWorks()
    await ownStillWorks()
  },
)

// A server may limit the tokens of an account in one place only.
for (const family of families) {
  requirement(
    'token.fixed-hour',
    `after ten more JSON logins on ${family}`,
    { needs: ['account'] },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      const way = { family, encoding: 'json' } as const
      const stillWorks = await usedTwice({ api, run }, account, await api.token(account, way))
      await atOnce(run, Array.from({ length: 10 }), () => api.token(account, way))
      await stillWorks()
    },
  )
}
