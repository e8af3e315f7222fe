import { expect } from '../harness/cases/expect.ts'
import { bearer } from '../harness/client/credentials.ts'
import { strangerWasRefused } from '../harness/client/controls.ts'
import { families, ways } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { requirement } from './requirement.ts'

// First, since a stranger's login that is refused is the control of every login that is accepted.
requirement(
  'login.unknown-user',
  'with the password of another',
  { changed: 'the user name' },
  async ({ api, account, run }) => {
    const stranger = { username: `nobody-${run.random.word(10)}`, password: account.password }
    await between(
      () => api.token(account),
      async () => expect(await api.login(stranger)).toEarnNothing(),
    )
    strangerWasRefused(run)
  },
)

for (const family of families) {
  requirement('login.json', `on ${family}`, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'json' })).toGrantToken()
  })

  requirement('login.form-encoded', `on ${family}`, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding: 'form' })).toGrantToken()
  })
}

for (const { family, encoding } of ways) {
  const way = `${encoding} on ${family}`

  requirement('login.token-response', way, async ({ api, account }) => {
    const answer = await api.login(account, { family, encoding })
    expect(answer).toGrantToken()
    expect(answer).toHaveContentTypeJson()
  })

  requirement('login.no-challenge-without-mfa', way, async ({ api, account }) => {
    expect(await api.login(account, { family, encoding })).toBeNoChallenge()
    await api.token(account, { family, encoding })
  })

  requirement('login.wrong-password', way, { changed: 'the password' }, async ({ api, account, run }) => {
    const wrong = { ...account, password: `${account.password}-${run.random.word(6)}` }
    await between(
      () => api.token(account, { family, encoding }),
      async () => expect(await api.login(wrong, { family, encoding })).toEarnNothing(),
    )
  })
}

for (const name of ['username', 'password'] as const) {
  requirement(
    'login.missing-field',
    `without ${name}`,
    { changed: `${name} is left out` },
    async ({ api, account }) => {
      const { [name]: _, ...fields } = { username: account.username, password: account.password }
      await between(
        () => api.token(account),
        async () => expect(await api.login(account, { fields })).toEarnNothing(),
      )
    },
  )
}

requirement('login.json', 'the token that is answered opens the list', async ({ api, account }) => {
  for (const family of families.filter((one) => api.hasLogin(one))) {
    const token = expect(await api.login(account, { family })).toGrantToken()
    await api.listed(api.listFamily(), bearer(token, account.username))
  }
})
