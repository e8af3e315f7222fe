// Passwords and key secrets that are widely known, such as defaults.

import { expect } from '../../harness/engine/case/expect.ts'
import type { Account } from '../../harness/engine/case/tools.ts'
import { signature } from '../../harness/client/credentials/credentials.ts'
import { families, oneOfEach } from '../../harness/facts/families.ts'
import { isSameKeySecret, isSamePassword } from '../wrong-values/legal-equals.ts'
import { rejectedList, rejectedLogin } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'

/**
 * Installation defaults, and the first entries of every list of common passwords; the word "secret" has its own cases.
 */
const commonSecrets = ['changeme', 'ChangeMe', 'admin', 'password', '123456', '12345678', 'root', 'test']

const withCommonPasswords = ({ username, password: valid }: Account) =>
  commonSecrets
    .filter((one) => !isSamePassword(one, valid))
    .map((password) => [`the password ${password}`, { username, password }] as const)

for (const way of oneOfEach) {
  rejectedLogin(
    'login.wrong-password',
    `from a list of common ones, ${way.encoding} on ${way.family}`,
    { needs: ['account'], changed: 'the password' },
    ({ account }) => ({ valid: account, way, invalid: withCommonPasswords(account) }),
  )
}

for (const family of families) {
  requirement(
    'mfa.wrong-password-no-challenge',
    `from a list of common ones, on ${family}`,
    { needs: ['mfaAccount', 'account'], changed: 'the password' },
    async ({ api, mfaAccount, account }) => {
      api.leftOutUnderLimits()
      await api.betweenLogins(account, { family }, async () => {
        for (const [what, wrong] of withCommonPasswords(mfaAccount))
          expect(await api.login(wrong, { family })).toEarnNothing(what)
      })
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )
}

rejectedList(
  'signature.wrong-secret',
  (family) => `from a list of common ones, on ${family}`,
  { needs: ['accessKey'], changed: 'the key secret' },
  ({ accessKey }) => {
    const named = [...commonSecrets, 'default'].map((secret) => [`the secret ${secret}`, secret] as const)
    const secrets = [...named, ['the username as secret', accessKey.username] as const]
    return {
      valid: signature(accessKey),
      invalid: secrets
        .filter(([, keySecret]) => !isSameKeySecret(keySecret, accessKey.keySecret))
        .map(([what, keySecret]) => [what, signature(accessKey, { keySecret })]),
    }
  },
)
