import { expect, holds } from '../harness/cases/expect.ts'
import { signature } from '../harness/client/credentials.ts'
import { between } from '../harness/client/steps.ts'
import type { Credential } from '../harness/client/credentials.ts'
import { authorization } from '../harness/client/credentials.ts'
import { NotDeclared } from '../harness/verdicts/outcomes.ts'
import { requirement } from './requirement.ts'

/** Authorization values that are broken in form, each a way in which real verifiers fell over. */
const broken: [title: string, value: string][] = [
  ['no credentials behind the scheme', 'Bearer'],
  ['an unknown scheme', 'Unknown abc'],
  ['a Signature without parameters', 'Signature'],
  ['a Signature without a list', 'Signature keyId="x",algorithm="hmac-sha256",signature="eA=="'],
  ['base64 that is none', 'Signature keyId="x",algorithm="hmac-sha256",headers="date",signature="%%%"'],
  ['an unclosed quote', 'Signature keyId="x,algorithm="hmac-sha256'],
]

for (const [title, value] of broken) {
  requirement('refusal.no-5xx', title, { changed: 'the Authorization header' }, async ({ api }) => {
    const family = api.listFamily()
    const right = await api.anyAccepted(family)
    await between(
      () => api.listed(family, right),
      async () => expect(await api.list(family, authorization('junk', value))).toBeNoServerError(),
    )
  })
}

for (const [title, options] of [
  ['the label rsa-sha256', { algorithm: 'rsa-sha256' }],
  ['an unknown algorithm', { algorithm: 'hmac-md4' }],
  ['no headers parameter', { listed: null }],
  [
    'a listed header that was not sent',
    { list: ['(request-target)', 'date', 'x-none'], signed: { 'x-none': '' } },
  ],
] as const) {
  requirement(
    'refusal.no-5xx',
    `a signature with ${title}`,
    { changed: title },
    async ({ api, accessKey }) => {
      const family = api.listFamily()
      const right: Credential = signature(accessKey)
      await between(
        () => api.listed(family, right),
        async () => expect(await api.list(family, signature(accessKey, options))).toBeNoServerError(),
      )
    },
  )
}

requirement('refusal.no-5xx', 'in the whole run', async ({ seen }) => {
  const [first] = seen.serverErrors
  if (first === undefined && seen.refusals === 0) throw new NotDeclared('accounts.plain')
  holds(
    first === undefined,
    'no refusal with a 5xx status',
    `${seen.serverErrors.length} of them, the first: ${first}`,
  )
})
