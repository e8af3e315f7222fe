// Logins of an account with a second factor in unusual requests: none of them gets around the second step.

import { expect } from '../../harness/engine/case/expect.ts'
import { encode, typeOf } from '../../harness/client/encode.ts'
import { families } from '../../harness/facts/families.ts'
import { inQuery, multipart, otherTypes, type Request } from '../login/other-requests.ts'
import { isSamePassword } from '../wrong-values/legal-equals.ts'
import { requirement } from '../case/requirement.ts'
import { challengeRules } from '../case/challenge-rules.ts'

type Fields = Record<'username' | 'password', string>

/**
 * Returns it in a form with the username of another account too, before it or behind it. The password is wrong for that one, so
 * whichever a server reads, it grants no token; but it may look for the second factor under the other name.
 */
function besideAnother({ username, password }: Fields, other: string): Request[] {
  const [own, another] = [username, other].map((name) => encode({ username: name }, 'form')[1])
  const rest = encode({ password }, 'form')[1]
  return [
    [`with the username of another account before it`, `${another}&${own}`],
    [`with the username of another account behind it`, `${own}&${another}`],
  ].map(([what = '', names]) => [what, { type: typeOf.form, body: `${names}&${rest}`, account: null }])
}

for (const family of families) {
  const rule = challengeRules[family]

  // The likeliest of them: many frameworks read multipart like a form. A server that doesn't read it counts no failed
  // login.
  requirement(
    rule,
    `to a multipart login on ${family}`,
    {
      needs: ['mfaAccount', 'account'],
      changed: 'the content type',
      rejects: { of: 'nobody', rank: 4, family },
    },
    async ({ api, mfaAccount, account, run }) => {
      const { username, password } = mfaAccount
      const asMultipart = multipart({ username, password }, `boundary-${run.random.word(16)}`)
      await api.betweenLogins(account, { family }, async () =>
        expect(await api.login(mfaAccount, { ...asMultipart, family, account: null })).toGrantNoToken(),
      )
    },
  )

  requirement(
    rule,
    `to a login of another content type, in the query, with a field remember or with two usernames, on ${family}`,
    { needs: ['mfaAccount', 'account'] },
    async ({ api, mfaAccount, account }) => {
      api.leftOutUnderLimits()
      const { username, password } = mfaAccount
      const fields = { username, password }
      const remembered: Request = [
        'with fields remember and remember_me',
        { fields: { ...fields, remember: true, remember_me: true } },
      ]
      const requests = [
        ...otherTypes(fields),
        remembered,
        ...inQuery(fields, family),
        ...(isSamePassword(account.password, password) ? [] : besideAnother(fields, account.username)),
      ]
      await api.betweenLogins(account, { family }, async () => {
        // A server may accept such a login, but must not drop the second step for it.
        for (const [what, options] of requests)
          expect(await api.login(mfaAccount, { ...options, family })).toGrantNoToken(`a login ${what}`)
      })
      // Sends a valid first step again: without a movable clock, the suite waits for a code only after a challenge.
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )
}
