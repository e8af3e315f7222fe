import { expect } from '../harness/cases/expect.ts'
import { bearer } from '../harness/client/credentials.ts'
import { strangerWasRefused } from '../harness/client/controls.ts'
import { families, oneOfEach, ways } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { cut, extended, oneChanged, sameLength } from './near-misses.ts'
import { requirement } from './requirement.ts'

// First, since a stranger's login that is refused is the control of every login that is accepted.
for (const [family, strange] of [
  ['users-v1', (name: string, word: string) => `${name}-${word}`],
  ['v1', (_name: string, word: string) => `nobody-${word}`],
] as const) {
  requirement(
    'login.unknown-user',
    `with the password of another, on ${family}`,
    { changed: 'the user name' },
    async ({ api, account, run }) => {
      const username = strange(account.username, run.random.word(10))
      await between(
        () => api.token(account, { family }),
        async () => expect(await api.login({ ...account, username }, { family })).toEarnNothing(),
      )
      strangerWasRefused(run)
    },
  )
}

for (const family of families) {
  requirement('login.json', `on ${family}`, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'json' })).toGrantToken()
  })

  requirement('login.form-encoded', `on ${family}`, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'form' })).toGrantToken()
  })
}

// Failed logins are dear, so each way of login gets another kind of wrong password.
const nearMiss = {
  'users-v1': { json: ['extended', extended], form: ['one character changed', oneChanged] },
  v1: { json: ['cut by one character', cut], form: ['of the same length', sameLength] },
} as const

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  requirement('login.token-response', way, async ({ api, account }) => {
    const answer = await api.login(account, { family, encoding })
    api.succeeded(answer)
    expect(answer).toGrantToken()
    expect(answer).toHaveContentTypeJson()
  })

  requirement('login.no-challenge-without-mfa', way, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding })).toBeNoChallenge()
    await api.token(account, { family, encoding })
  })

  const [kind, alter] = nearMiss[family][encoding]
  const title = `${kind}, ${way}`
  requirement('login.wrong-password', title, { changed: 'the password' }, async ({ api, account, run }) => {
    const wrong = { ...account, password: alter(account.password, run.random) }
    await between(
      () => api.token(account, { family, encoding }),
      async () => expect(await api.login(wrong, { family, encoding })).toEarnNothing(),
    )
  })
}

for (const name of ['username', 'password'] as const) {
  for (const way of oneOfEach) {
    requirement(
      'login.missing-field',
      `without ${name}, ${way.encoding} on ${way.family}`,
      { changed: `${name} is left out` },
      async ({ api, account }) => {
        const { [name]: _, ...fields } = { username: account.username, password: account.password }
        await between(
          () => api.token(account, way),
          async () => expect(await api.login(account, { fields, ...way })).toEarnNothing(),
        )
      },
    )
  }
}

requirement('login.json', 'the token that is answered opens the list', async ({ api, account }) => {
  for (const family of families.filter((one) => api.hasLogin(one))) {
    const token = expect(await api.login(account, { family })).toGrantToken()
    await api.listed(api.listFamily(), bearer(token, account.username))
  }
})
