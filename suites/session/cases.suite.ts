// The session cookie: the web login sets it, it opens the lists, and nothing short of that login does.

import { expect, holds, noteRejection } from '../../harness/engine/case/expect.ts'
import { besideCookies, cookie } from '../../harness/client/credentials/credentials.ts'
import { notListed } from '../../harness/client/grants.ts'
import { saidBy } from '../../harness/client/said.ts'
import { patiently } from '../../harness/engine/case/patiently.ts'
import { families } from '../../harness/facts/families.ts'
import { NotDeclared, NotSupported, Skipped } from '../../harness/outcomes.ts'
import { demandLoggedIn, sessionCredential } from './session-cookie.ts'
import { requirement } from '../case/requirement.ts'
import { demandTaken } from '../case/demand-taken.ts'
import { isSamePassword, wrongPassword } from '../wrong-values/legal-equals.ts'
import { cut } from '../wrong-values/near-misses.ts'

/** Requests to all lists together. */
const uses = 30

for (const family of families) {
  requirement(
    'session.accepted',
    `on the ${family} list`,
    { needs: ['session'] },
    async ({ api, session, run }) => {
      const logged = await sessionCredential(run, session)
      // Another connection may lead to another process of the server.
      for (const freshConnection of [false, false, true])
        expect(await api.list(family, logged, { wire: { freshConnection } })).toListUsers()
    },
  )
}

requirement(
  'session.accepted',
  'thirty times, on each list in turn',
  { needs: ['session', 'account'] },
  async ({ api, session, account, run }) => {
    if (session.declaredCookie !== undefined) throw new NotDeclared('session.login')
    const logged = await sessionCredential(run, session, account)
    const lists = api.listFamilies()
    for (const family of lists) {
      await api.listed(family, logged)
      for (let use = 1; use < uses / lists.length; use++) {
        const answer = await patiently(run, () => api.list(family, logged))
        // A new session shows that the account may still read the list, and as often.
        if (notListed(answer) instanceof Error)
          await api.listed(family, await sessionCredential(run, session, account))
        expect(answer).toListUsers()
      }
    }
  },
)

/**
 * Cookie fields as browsers send them (RFC 6265, section 4.2.1): several cookies of one host in a field, quoted and empty
 * ones too.
 */
const amongOthers: [where: string, line: (own: string) => string][] = [
  ['before other cookies', (own) => `${own}; theme=dark; _ga=GA1.1.512.98`],
  ['behind other cookies', (own) => `theme=dark; _ga=GA1.1.512.98; ${own}`],
  ['behind a quoted cookie and before an empty one', (own) => `lang="a/b=="; ${own}; last=`],
  ['between cookies of like names', (own) => `old_sessionid=none; ${own}; sessionid_old=none`],
]
for (const family of families) {
  for (const [where, line] of amongOthers) {
    requirement(
      'session.accepted',
      `${where} on the ${family} list`,
      { needs: ['session'] },
      async ({ api, session, run }) => {
        const alone = await sessionCredential(run, session)
        await api.listed(family, alone)
        const answer = await api.list(family, besideCookies(alone, line))
        // A gateway may reject such cookies from everybody.
        if (notListed(answer) instanceof Error)
          await demandTaken(api, family, 'these cookies', { headers: [['Cookie', line('seen=1')]] })
        expect(answer).toListUsers()
      },
    )
  }
}

requirement(
  'session.web-login',
  'sets sessionid',
  { needs: ['session', 'account'] },
  async ({ api, session, account }) => {
    const login = await session.logIn(account)
    await demandLoggedIn(login, account.username)
    const isSet = login.after !== undefined && login.after !== ''
    const got = isSet ? '' : `none was set (cookies set: ${login.cookieNames}); at last ${login.said}`
    holds(isSet, 'a cookie named sessionid after the web login', got)
    // If not even the login page gets it, its Path is that of another address of the server.
    if (!login.isSentTo(login.submitted.request.target)) return
    for (const target of api.listFamilies().map((family) => api.listTarget(family)))
      holds(
        login.isSentTo(target),
        `a cookie sessionid that browsers send to ${target}`,
        'it is set for other paths only',
      )
  },
)

requirement(
  'session.not-before-login',
  'the cookie of the login page',
  { needs: ['session', 'account'], changed: 'the cookie was set before login' },
  async ({ api, session, account, run }) => {
    const before = await session.visit()
    if (before === undefined) throw new NotSupported('the login page sets no sessionid')
    const logged = await sessionCredential(run, session, account)
    for (const family of api.listFamilies()) {
      await api.betweenLists(family, logged, {}, async () =>
        expect(await api.list(family, cookie(before))).toBeRejected(),
      )
    }
  },
)

requirement(
  'session.not-before-login',
  'the cookie of a login that failed',
  // After it, the server may demand a captcha.
  { needs: ['session', 'account'], changed: 'the password of the web login', phase: 'late' },
  async ({ api, session, account, run }) => {
    if (run.failedLogins.limited)
      throw new Skipped(
        'limits: a failed web login may trigger a captcha, and is sent only with limits.failedLogins: 0 and failedLoginsPerAccount: 0',
      )
    if (session.declaredCookie !== undefined) throw new NotDeclared('session.login')
    const logged = await sessionCredential(run, session, account)
    const failed = await session.logIn({
      username: `nobody-${run.random.word(8)}`,
      password: run.random.word(12),
    })
    const wrong = []
    for (const password of [
      wrongPassword(account.password, run.random.word(6)),
      cut(account.password, run.random),
      '',
    ])
      if (!isSamePassword(password, account.password))
        wrong.push(await session.logIn({ ...account, password }))
    // refusal.no-5xx judges what the server answered.
    for (const { submitted } of [failed, ...wrong])
      noteRejection({ exchange: submitted, said: saidBy(submitted) })
    const cookies = [failed, ...wrong].flatMap(({ after }) => after || [])
    if (cookies.length === 0) throw new NotSupported('a failed web login sets no sessionid')
    for (const family of api.listFamilies()) {
      await api.betweenLists(family, logged, {}, async () => {
        for (const one of cookies) expect(await api.list(family, cookie(one))).toBeRejected()
      })
    }
  },
)
