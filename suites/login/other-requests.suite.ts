// Wrong passwords in unusual requests: other content types, methods and paths, headers of proxies.

import { tokenIn } from '../../harness/client/answer.ts'
import { expect, holds } from '../../harness/engine/case/expect.ts'
import { families, loginPath } from '../../harness/facts/families.ts'
import { wrongPassword } from '../wrong-values/legal-equals.ts'
import { spoofedLogins } from '../wrong-values/spoofed-headers.ts'
import { requirement } from '../case/requirement.ts'
import { inQuery, multipart, otherTypes, type Request } from './other-requests.ts'

// A server may process such a login by another code path, which checks no password, or take a header for proof of who asks.
for (const family of families) {
  requirement(
    'login.wrong-password',
    `of another content type, in the query, at other spellings of the path or with headers of proxies, on ${family}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account, run }) => {
      api.leftOutUnderLimits()
      const { username } = account
      const wrong = { username, password: wrongPassword(account.password, run.random.word(6)) }
      const path = loginPath[family]
      const requests: Request[] = [
        ['as multipart', multipart(wrong, `boundary-${run.random.word(16)}`)],
        ...otherTypes(wrong),
        // Not by POST: with nothing in the body, that is a login without its fields.
        ...inQuery(wrong, family).filter(([, { method }]) => method === 'GET'),
        ...[path.slice(0, -1), `${path}/`, `/${path}`, path.toUpperCase()].map((other): Request => [
          `at ${other}`,
          { path: other },
        ]),
        ...spoofedLogins(username, run.wire.origin).map(([what, headers]): Request => [what, { headers }]),
      ]
      await api.betweenLogins(account, { family }, async () => {
        for (const [what, options] of requests) {
          const answer = await api.login(wrong, { ...options, family })
          // Which status a server has for a path or a method that it doesn't know is not specified.
          if (options.path === undefined) expect(answer).toEarnNothing(what)
          else
            holds(tokenIn(answer) === undefined, 'no token', `${answer.said} (a token, for a login ${what})`)
        }
      })
    },
  )
}
