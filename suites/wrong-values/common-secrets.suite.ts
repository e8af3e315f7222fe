import { expect } from '../../harness/engine/expect.ts'
import { signature } from '../../harness/client/credentials.ts'
import { families, oneOfEach } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import { isSameKeySecret, isSamePassword } from './legal-equals.ts'
import { requirement } from '../requirement.ts'

/** Defaults of installations and the first of every list of common passwords; the word "secret" has cases of its own. */
const commonSecrets = ['changeme', 'ChangeMe', 'admin', 'password', '123456', '12345678', 'root', 'test']

const commonPasswords = (right: string) => commonSecrets.filter((one) => !isSamePassword(one, right))

for (const way of oneOfEach) {
  requirement(
    'login.wrong-password',
    `from a list of common ones, ${way.encoding} on ${way.family}`,
    { needs: ['account'], changed: 'the password' },
    async ({ api, account }) => {
      api.leftOutUnderLimits()
      const { username } = account
      await between(
        () => api.token(account, way),
        async () => {
          for (const password of commonPasswords(account.password))
            expect(await api.login(account, { fields: { username, password }, ...way })).toEarnNothing(
              `the password ${password}`,
            )
        },
      )
    },
  )
}

for (const family of families) {
  requirement(
    'mfa.wrong-password-no-challenge',
    `from a list of common ones, on ${family}`,
    { needs: ['mfaAccount', 'account'], changed: 'the password' },
    async ({ api, mfaAccount, account }) => {
      api.leftOutUnderLimits()
      const { username } = mfaAccount
      await between(
        () => api.token(account, { family }),
        async () => {
          for (const password of commonPasswords(mfaAccount.password))
            expect(await api.login(mfaAccount, { fields: { username, password }, family })).toEarnNothing(
              `the password ${password}`,
            )
        },
      )
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )

  requirement(
    'signature.wrong-secret',
    `from a list of common ones, on ${family}`,
    { needs: ['accessKey'], changed: 'the key secret' },
    async ({ api, accessKey }) => {
      const secrets = [...commonSecrets, 'default', accessKey.username]
      await between(
        () => api.listed(family, signature(accessKey)),
        async () => {
          for (const keySecret of secrets.filter((one) => !isSameKeySecret(one, accessKey.keySecret)))
            expect(await api.list(family, signature(accessKey, { keySecret }))).toBeRejected(
              keySecret === accessKey.username ? 'the user name as secret' : `the secret ${keySecret}`,
            )
        },
      )
    },
  )
}
