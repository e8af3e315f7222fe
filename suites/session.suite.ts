import { expect, holds } from '../harness/cases/expect.ts'
import { bodyText } from '../harness/client/answer.ts'
import { cookie } from '../harness/client/credentials.ts'
import { families } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { NotSupported, SetupFailed } from '../harness/verdicts/outcomes.ts'
import { sessionCookie } from './session-cookie.ts'
import { requirement } from './requirement.ts'

for (const family of families) {
  requirement('session.accepted', `on the ${family} list`, async ({ api, session, run }) => {
    const { value, username } = await sessionCookie(run, session)
    const logged = cookie(value, username)
    for (let use = 0; use < 3; use++) expect(await api.list(family, logged)).toListUsers()
  })
}

requirement('session.web-login', 'sets sessionid', async ({ session, account }) => {
  const { before, after, submitted, said } = await session.logIn(account)
  if (after !== undefined && after === before && /type=["']?password/i.test(bodyText(submitted)))
    throw new SetupFailed(`the login page came again, with the cookie that it had set before: ${said}`)
  holds(
    after !== undefined && after !== '',
    'a cookie named sessionid after the web login',
    `none was set; at last ${said}`,
  )
})

requirement(
  'session.not-before-login',
  'the cookie of the login page',
  { changed: 'the cookie was set before login' },
  async ({ api, session, account, run }) => {
    const before = await session.visit()
    if (before === undefined) throw new NotSupported('the login page sets no sessionid')
    const { value, username } = await sessionCookie(run, session, account)
    const logged = cookie(value, username)
    for (const family of api.listFamilies()) {
      await between(
        () => api.listed(family, logged),
        async () => expect(await api.list(family, cookie(before))).toBeRefused(),
      )
    }
  },
)

requirement(
  'session.not-before-login',
  'the cookie of a login that failed',
  { changed: 'the password of the web login' },
  async ({ api, session, account, run }) => {
    if (run.failedLogins.limited)
      throw new NotSupported('no wrong web login is sent while failed logins are limited')
    const { value, username } = await sessionCookie(run, session, account)
    const failed = await session.logIn({
      username: `nobody-${run.random.word(8)}`,
      password: run.random.word(12),
    })
    const wrong = await session.logIn({ ...account, password: `${account.password}-${run.random.word(6)}` })
    const cookies = [failed, wrong].flatMap(({ after }) => after || [])
    if (cookies.length === 0) throw new NotSupported('a failed web login sets no sessionid')
    const logged = cookie(value, username)
    for (const family of api.listFamilies()) {
      await between(
        () => api.listed(family, logged),
        async () => {
          for (const one of cookies) expect(await api.list(family, cookie(one))).toBeRefused()
        },
      )
    }
  },
)
