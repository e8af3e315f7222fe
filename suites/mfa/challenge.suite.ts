// The challenge: its fields, and that no other way of logging in with the password alone gets a token instead.

import { expect } from '../../harness/engine/case/expect.ts'
import type { LoginOptions } from '../../harness/client/api-options.ts'
import { tokenIn } from '../../harness/client/answer.ts'
import { permanentCredentials } from '../../harness/client/credentials/permanent-credentials.ts'
import { cookiesSet } from '../../harness/client/cookies.ts'
import { encode } from '../../harness/client/encode.ts'
import { encodings, families, loginPath } from '../../harness/facts/families.ts'
import { cookieFields } from '../../harness/client/session-challenge.ts'
import { NotDeclared, NotSupported, SetupFailed } from '../../harness/outcomes.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { hasCode101 } from './newer-challenge.ts'
import { sessionCookie } from '../session/session-cookie.ts'
import { opensNothing } from '../wrong-values/opens-nothing.ts'
import { spoofedLogins } from '../wrong-values/spoofed-headers.ts'
import { requirement } from '../case/requirement.ts'
import { challengeRules } from '../case/challenge-rules.ts'
import { ifObtained } from '../case/if-obtained.ts'

for (const encoding of encodings) {
  requirement(
    'mfa.challenge-shape',
    `to a ${encoding} login`,
    { needs: ['mfaLogin'] },
    async ({ api, mfaLogin }) => {
      api.challengesBySeed()
      await api.wayIsOpen({ family: 'users-v1', encoding })
      const answer = await api.login(mfaLogin, { family: 'users-v1', encoding })
      expect(answer).toBeChallenge()
      expect(answer).toHaveContentTypeJson()
    },
  )

  requirement(
    'mfa.newer-family-two-steps',
    `to a ${encoding} login`,
    { needs: ['mfaLogin', 'account'] },
    async ({ api, mfaLogin, account }) => {
      await api.token(account, { family: 'v1', encoding })
      expect(await api.login(mfaLogin, { family: 'v1', encoding })).toGrantNoToken()
      await api.token(account, { family: 'v1', encoding })
    },
  )

  requirement(
    'mfa.newer-family-challenge-shape',
    `to a ${encoding} login`,
    { needs: ['mfaLogin'] },
    async ({ api, mfaLogin }) => {
      api.challengesBySeed()
      await api.wayIsOpen({ family: 'v1', encoding })
      const answer = await api.login(mfaLogin, { family: 'v1', encoding })
      if (tokenIn(answer) !== undefined) throw new SetupFailed('a token came before the second step')
      if (!hasCode101(answer)) throw new NotSupported('the newer family answers no code 101')
      expect(answer).toBeChallenge()
      expect(answer).toHaveContentTypeJson()
    },
  )
}

/** What the browser of a phone sends from a page of the server: a second step is often left to programs, or to people. */
const ofBrowser = (origin: string): LoginOptions => ({
  accept: 'text/html, */*;q=0.8',
  headers: [
    [
      'User-Agent',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    ],
    ['Accept-Language', 'en'],
    ['Cache-Control', 'no-cache'],
    ['Origin', origin],
    ['Referer', `${origin}/`],
    ['Sec-Fetch-Site', 'same-origin'],
  ],
})

for (const family of families) {
  requirement(
    challengeRules[family],
    `to a login at other spellings of its path, with a query or with other headers, on ${family}`,
    { needs: ['mfaLogin', 'account'] },
    async ({ api, mfaLogin, account, run }) => {
      const valid = loginPath[family]
      const paths = [valid.slice(0, -1), `${valid}/`, valid.toUpperCase()]
      await api.betweenLogins(account, { family }, async () => {
        // The login need not exist at these paths.
        for (const path of paths) expect(await api.login(mfaLogin, { family, path })).toGrantNoToken()
        const headers: Header[] = [
          ['X-Forwarded-For', '127.0.0.1'],
          ['X-Real-IP', '10.0.0.1'],
          ['Forwarded', 'for=127.0.0.1'],
          ['X-Client-IP', '127.0.0.1'],
          ['True-Client-IP', '127.0.0.1'],
          ['X-Cluster-Client-IP', '127.0.0.1'],
          ['X-Requested-With', 'XMLHttpRequest'],
        ]
        expect(await api.login(mfaLogin, { family, headers })).toGrantNoToken()
        const browser = ofBrowser(run.wire.origin)
        expect(await api.login(mfaLogin, { family, ...browser })).toGrantNoToken('a login by a browser')
        const loggedIn: Header[] = [['Authorization', `Bearer ${await api.token(account, { family })}`]]
        const path = `${valid}?next=%2F`
        expect(await api.login(mfaLogin, { family, headers: loggedIn, path })).toGrantNoToken()
        const { username, password } = mfaLogin
        const pair = Buffer.from(`${username}:${password}`).toString('base64')
        const basic: Header[] = [['Authorization', `Basic ${pair}`]]
        expect(await api.login(mfaLogin, { family, headers: basic })).toGrantNoToken('a login beside Basic')
        // If failed logins are limited, no more ways that a server may reject are tried.
        if (run.failedLogins.limited) return
        for (const [what, spoofed] of spoofedLogins(username, run.wire.origin))
          expect(await api.login(mfaLogin, { family, headers: spoofed })).toGrantNoToken(`a login ${what}`)
        for (const other of [`/${valid}`, valid.replace('/auth/', '/%61uth/'), `${valid};a=b`])
          expect(await api.login(mfaLogin, { family, path: other })).toGrantNoToken()
      })
    },
  )

  requirement(
    challengeRules[family],
    `to a login beside the session of another user, on ${family}`,
    { needs: ['mfaLogin', 'account', 'session'] },
    async ({ api, mfaLogin, account, run, session }) => {
      // Other rules judge whether a session can be obtained.
      const cookie = await ifObtained(() => sessionCookie(run, session, account))
      if (!cookie) throw new NotSupported('a session can’t be obtained')
      const headers: Header[] = [['Cookie', `sessionid=${cookie.value}`]]
      await api.betweenLogins(account, { family }, async () =>
        expect(await api.login(mfaLogin, { family, headers })).toGrantNoToken('a login beside a session'),
      )
    },
  )
}

for (const family of families) {
  // Here a code costs no time.
  requirement(
    challengeRules[family],
    `to a login beside the token of its own second step, on ${family}`,
    { needs: ['mfaAccount', 'account', 'clock'], phase: 'codes' },
    async ({ api, mfaAccount, account, run }) => {
      if (run.clock.realTime) throw new NotDeclared('clock', 'needs a clock that jumps')
      const token = await api.redeem(await api.freshChallenge(mfaAccount))
      const headers: Header[] = [['Authorization', `Bearer ${token}`]]
      await api.betweenLogins(account, { family }, async () =>
        expect(await api.login(mfaAccount, { family, headers })).toGrantNoToken(
          'a login beside its own token',
        ),
      )
    },
  )
}

for (const family of families) {
  // They need no second step, but do not spare it to a login.
  requirement(
    challengeRules[family],
    `to a login after requests of its user with other methods, on ${family}`,
    { needs: ['mfaLogin', 'mfaPrivateToken', 'account'] },
    async ({ api, mfaLogin, account, run }) => {
      const own = permanentCredentials(run.declaration).filter(
        ({ username }) => username === mfaLogin.username,
      )
      if (own.length === 0) throw new NotSupported('the private token is that of another account')
      await api.betweenLogins(account, { family }, async () => {
        for (const credential of own) {
          // Uses one connection, which a server may remember, if connections stay open. Other rules judge whether the
          // credential is accepted.
          const wire = run.wire.keepsConnections()
            ? { connection: `other-methods-${run.random.word(6)}` }
            : {}
          await api.list(api.listFamily(), credential, { role: 'step', wire })
          expect(await api.login(mfaLogin, { family, wire })).toGrantNoToken(
            `a login after ${credential.name}`,
          )
        }
      })
    },
  )
}

/** What a server may set once a device need not send a code any more; with no secret among the values. */
const rememberedDevice = ['trusted_device', 'remember_device', 'remember_me', 'mfa_verified', 'otp_verified']
  .map((name) => `${name}=1`)
  .join('; ')

for (const family of families) {
  requirement(
    challengeRules[family],
    `to a login with cookies of a remembered device, on ${family}`,
    { needs: ['mfaLogin', 'account'] },
    async ({ api, mfaLogin, account }) => {
      const headers: Header[] = [['Cookie', rememberedDevice]]
      await api.betweenLogins(account, { family }, async () =>
        expect(await api.login(mfaLogin, { family, headers })).toGrantNoToken(),
      )
    },
  )

  requirement(
    challengeRules[family],
    `to a login with the cookies of an open challenge, on ${family}`,
    { needs: ['mfaLogin', 'account'] },
    async ({ api, mfaLogin, account }) => {
      const first = await api.login(mfaLogin, { family, role: 'step' })
      const headers = cookieFields(cookiesSet(first.exchange.response.headers))
      if (headers.every(([, value]) => value === '')) throw new NotSupported('the challenge sets no cookie')
      await api.betweenLogins(account, { family }, async () =>
        expect(await api.login(mfaLogin, { family, headers })).toGrantNoToken(),
      )
    },
  )
}

// Tries several ways around the second step at once: a challenge shows that none of them works. Most servers read the
// request as intended. The case runs before the account has had rejections, since the request may be rejected. Then cases of
// this account give way that leave no rule without one; the other account has none.
const alike = 'mfa.newer-family-two-steps/to-a-json-login-with-a-charset-and-fields-of-the-second-step'
for (const [family, encoding] of [
  ['v1', 'json'],
  ['users-v1', 'form'],
] as const) {
  requirement(
    challengeRules[family],
    `to a ${encoding} login with a charset and fields of the second step`,
    {
      changed: 'the content type, and fields are added',
      needs: ['account', 'mfaAccount'],
      rejects: { of: 'mfa', rank: 2, family, hopeful: true, ...(family === 'v1' ? {} : { alike }) },
    },
    async ({ api, account, mfaAccount }) => {
      const { username, password } = mfaAccount
      const more = { otp_code: mfaAccount.wrongCode(), seed: 'none' }
      const [type, body] = encode({ username, password, ...more }, encoding)
      const sent = { fields: {}, body, type: `${type}; charset=utf-8`, account: username }
      await api.betweenLogins(account, { family, encoding }, async () =>
        expect(await api.login({ username, password }, { ...sent, family, encoding })).toGrantNoToken(),
      )
    },
  )
}

for (const family of families) {
  requirement(
    'mfa.challenge-opens-nothing',
    `on ${family}`,
    { needs: ['mfaLogin'] },
    async ({ api, mfaLogin, run }) => {
      const answer = await api.login(mfaLogin, { family, role: 'step' })
      await opensNothing({ api, run }, answer, (list) => api.anyAccepted(list))
      // Uses a fresh connection: anonymous.next-request judges whether the server remembers the witness's connection.
      for (const list of api.listFamilies())
        expect(await api.list(list, undefined, { wire: { freshConnection: true } })).toBeRejected()
    },
  )
}
