import { expect } from '../../harness/engine/expect.ts'
import type { LoginOptions } from '../../harness/client/api.ts'
import { encode, typeOf } from '../../harness/client/encode.ts'
import { families, loginPath, type Family } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import { requirement } from '../requirement.ts'

type Fields = Record<'username' | 'password', string>
type Request = readonly [what: string, options: LoginOptions]

function multipart(fields: Fields, boundary: string): LoginOptions {
  const parts = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts}--${boundary}--\r\n` }
}

/** The credential request under other content types, which a server may read by another way to the account. */
function otherTypes(fields: Fields): Request[] {
  const [, json] = encode(fields, 'json')
  const [, form] = encode(fields, 'form')
  return [
    ['as JSON with a charset', { type: `${typeOf.json}; charset=utf-8`, body: json }],
    ['as a form with a charset', { type: `${typeOf.form}; charset=UTF-8`, body: form }],
    ['as JSON under text/plain', { type: 'text/plain', body: json }],
    ['as JSON without a content type', { type: '', body: json }],
  ]
}

/** The same in the query string. Servers log that, and with it a password: such a case is left out under limits. */
function inQuery(fields: Fields, family: Family): Request[] {
  const path = `${loginPath[family]}?${encode(fields, 'form')[1]}`
  return [
    ['by GET, in the query', { path, method: 'GET' }],
    ['by POST, in the query', { path, body: '{}' }],
  ]
}

for (const family of families) {
  const rule = family === 'users-v1' ? 'mfa.challenge-shape' : 'mfa.newer-family-two-steps'

  // The likeliest of them: many frameworks read it like a form. Where it is not read at all, it fails nobody's login.
  requirement(
    rule,
    `to a multipart login on ${family}`,
    {
      needs: ['mfaAccount', 'account'],
      changed: 'the content type',
      rejects: { of: 'nobody', rank: family === 'v1' ? 2 : 4, family },
    },
    async ({ api, mfaAccount, account, run }) => {
      const { username, password } = mfaAccount
      const asMultipart = multipart({ username, password }, `boundary-${run.random.word(16)}`)
      await between(
        () => api.token(account, { family }),
        async () =>
          expect(await api.login(mfaAccount, { ...asMultipart, family, account: null })).toGrantNoToken(),
      )
    },
  )

  requirement(
    rule,
    `to a login of another content type, or in the query, on ${family}`,
    { needs: ['mfaAccount', 'account'] },
    async ({ api, mfaAccount, account }) => {
      api.leftOutUnderLimits()
      const { username, password } = mfaAccount
      const fields = { username, password }
      const requests = [...otherTypes(fields), ...inQuery(fields, family)]
      await between(
        () => api.token(account, { family }),
        async () => {
          // Whether a login is taken so is free; that it spares the second step is not.
          for (const [what, options] of requests)
            expect(await api.login(mfaAccount, { ...options, family })).toGrantNoToken(`a login ${what}`)
        },
      )
      // A valid first step again: where nobody can move the clock, a code is waited for only after a challenge.
      await api.login(mfaAccount, { family, role: 'twin' })
    },
  )
}
