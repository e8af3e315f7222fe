import { expect, holds, mostErrors } from '../../harness/engine/expect.ts'
import {
  authorization,
  cookieHeader,
  shownList,
  signature,
  type Credential,
  type SignatureOptions,
} from '../../harness/client/credentials.ts'
import { families } from '../../harness/client/families.ts'
import { between } from '../../harness/client/steps.ts'
import { LeftOut, NotDeclared } from '../../harness/verdicts/outcomes.ts'
import { requirement } from '../requirement.ts'

const label = 'algorithm="hmac-sha256"'

/** Credentials that are broken in form, each a way in which real verifiers fell over. */
const broken: [title: string, credential: Credential][] = [
  ...[
    ['no credentials behind the scheme', 'Bearer'],
    ['no private token behind the scheme', 'Token'],
    ['an unknown scheme', 'Unknown abc'],
    ['a Signature without parameters', 'Signature'],
    ['a Signature that is no list of parameters', 'Signature ,,=,"'],
    ['a Signature without a list', `Signature keyId="x",${label},signature="eA=="`],
    ['a Signature without a key ID', `Signature ${label},headers="date",signature="eA=="`],
    ['base64 that is none', `Signature keyId="x",${label},headers="date",signature="%%%"`],
    ['an unclosed quote', `Signature keyId="x,${label}`],
  ].map(([title = '', value = '']): [string, Credential] => [title, authorization('junk', value)]),
  ['a cookie that is no session', cookieHeader('sessionid', '%E4%;=;;')],
]

/** Signed requests that verifiers fell over. Some servers may accept one; then it is no refusal, and no 5xx either. */
const oddlySigned: [title: string, options: SignatureOptions][] = [
  ['the label rsa-sha256', { algorithm: 'rsa-sha256' }],
  ['an unknown algorithm', { algorithm: 'hmac-md4' }],
  ['an algorithm named like a built-in', { algorithm: '__proto__' }],
  ['no headers parameter', { listed: null }],
  ['a listed header that was not sent', { list: [...shownList, 'x-none'], signed: { 'x-none': '' } }],
  ['a Date that is none', { date: 'yesterday' }],
  ['base64 that is none', { alter: () => '%%%' }],
  ['base64 without its padding', { alter: (right) => right.replace(/=+$/, '') }],
  ['a signature of one byte', { alter: () => 'eA==' }],
]

for (const family of families) {
  for (const [title, wrong] of broken) {
    const options = { changed: 'the credential' }
    requirement('refusal.no-5xx', `${title} on ${family}`, options, async ({ api }) => {
      const right = await api.anyAccepted(family)
      await between(
        () => api.listed(family, right),
        async () => expect(await api.list(family, wrong)).toBeNoServerError(),
      )
    })
  }

  for (const [title, options] of oddlySigned) {
    const named = `a signature with ${title} on ${family}`
    requirement(
      'refusal.no-5xx',
      named,
      { needs: ['accessKey'], changed: title },
      async ({ api, accessKey }) => {
        const right = signature(accessKey)
        await between(
          () => api.listed(family, right),
          async () => expect(await api.list(family, signature(accessKey, options))).toBeNoServerError(),
        )
      },
    )
  }
}

requirement('refusal.no-5xx', 'in the whole run', { needs: ['seen'] }, async ({ seen, run }) => {
  const [first] = seen.serverErrors
  if (first === undefined && seen.refusals === 0) {
    throw run.declaration.accounts.plain
      ? new LeftOut('no other refusal was judged in this run')
      : new NotDeclared('accounts.plain')
  }
  const number = seen.serverErrors.length < mostErrors ? seen.serverErrors.length : `${mostErrors} or more`
  holds(first === undefined, 'no refusal with a 5xx status', `${number} of them, the first: ${first}`)
})
