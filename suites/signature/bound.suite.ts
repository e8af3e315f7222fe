// Signatures that were made for another request, or cover less than they claim.

import { expect } from '../../harness/engine/case/expect.ts'
import {
  shownList,
  shownListWithHost,
  signature,
  type SignatureOptions,
} from '../../harness/client/credentials/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import type { Header } from '../../harness/wire/exchange.ts'
import { NotSupported } from '../../harness/outcomes.ts'
import { rejectedList } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'
import { beside, rejected } from './signed.ts'
import { ifObtained } from '../case/if-obtained.ts'

rejected(
  'signature.method-bound',
  'the method that is signed',
  ['signed for POST', { signed: { method: 'post' } }],
  ['signed for HEAD', { signed: { method: 'head' } }],
  [
    'signed for POST, which a field names',
    { signed: { method: 'post' }, fields: [['X-HTTP-Method-Override', 'POST']] },
  ],
)
const signedAccept = { signed: { accept: 'application/json' } }
rejected(
  'signature.accept-bound',
  'the Accept that is signed',
  ['another type signed', { signed: { accept: 'text/html' } }],
  ['an empty one signed', { signed: { accept: '' } }],
  ['another type sent', signedAccept, {}, { accept: 'application/json, text/plain;q=0.1' }],
  ['a parameter sent that is not signed', signedAccept, {}, { accept: 'application/json;q=0.9' }],
)
rejected('signature.host-bound', 'the Host that is signed', [
  'another host signed',
  { signed: { host: 'other.example' } },
  { list: shownListWithHost },
])

/** Fields by which a proxy tells the path that was asked for, if it has rewritten that. */
const rewritten: Header[] = [
  ['X-Original-URL', '/'],
  ['X-Rewrite-URL', '/'],
]

rejectedList(
  'signature.path-bound',
  (family) => `on ${family}`,
  { needs: ['accessKey'], changed: 'the path that is signed' },
  ({ api, accessKey }, family) => {
    const path = api.listTarget(family)
    const wrong = [
      '/',
      `${path}x`,
      path.slice(0, -1),
      path.replace('/v1/', '/v2/'),
      // A server that is mounted at a path may see less of the request, or compare the end only.
      path.replace(/^\/[^/]*/, ''),
      `/app${path}`,
    ]
      .map((target) => ({ what: `signed ${target}`, target, fields: [] as Header[] }))
      .concat({ what: 'signed /, which a field names', target: '/', fields: rewritten })
      // After a redirect, the path may be any.
      .filter(({ target }) => target !== path)
    return {
      valid: signature(accessKey),
      invalid: wrong.map(
        ({ what, target, fields }) => [what, signature(accessKey, { signed: { target }, fields })] as const,
      ),
    }
  },
)

for (const family of families) {
  requirement(
    'signature.date-bound',
    `a second later on ${family}`,
    { needs: ['accessKey'], changed: 'the Date that is signed' },
    async ({ api, accessKey, run }) => {
      const right = signature(accessKey)
      await api.listed(family, right)
      // Taken at this moment, it is the last one before the Date that is sent.
      const signed = { date: await run.signatureDates.apart() }
      expect(await api.list(family, signature(accessKey, { signed }))).toBeRejected()
      await api.listed(family, right)
    },
  )

  requirement(
    'signature.host-bound',
    `another host sent on ${family}`,
    { needs: ['accessKey'], changed: 'the Host that is signed' },
    async ({ api, accessKey, run }) => {
      const own = new URL(run.wire.origin).host
      const sent: SignatureOptions = { list: shownListWithHost, fields: [['Host', 'other.example']] }
      const right = signature(accessKey, { ...sent, signed: { host: 'other.example' } })
      if (!(await ifObtained(() => api.list(family, right, { role: 'twin' }))))
        throw new NotSupported('the subject gives no answer to another name than its own')
      const wrong = signature(accessKey, { ...sent, signed: { host: own } })
      await beside(api, family, right, wrong, signature(accessKey, { list: shownListWithHost }))
    },
  )

  requirement(
    'signature.host-bound',
    `the signed one in X-Forwarded-Host on ${family}`,
    { needs: ['accessKey'], changed: 'the Host that is signed' },
    async ({ api, accessKey }) => {
      const host = 'other.example'
      const sent: SignatureOptions = { list: shownListWithHost, fields: [['X-Forwarded-Host', host]] }
      const wrong = signature(accessKey, { ...sent, signed: { host } })
      await beside(api, family, signature(accessKey, sent), wrong, signature(accessKey))
    },
  )

  for (const name of ['X-Date', 'X-Amz-Date']) {
    requirement(
      'signature.date-bound',
      `the signed one in ${name} on ${family}`,
      { needs: ['accessKey'], changed: 'the Date that is signed' },
      async ({ api, accessKey, run }) => {
        const date = await run.signatureDates.apart()
        const fields: Header[] = [[name, date]]
        const wrong = signature(accessKey, { fields, signed: { date } })
        await beside(api, family, signature(accessKey, { fields }), wrong, signature(accessKey))
      },
    )
  }
}

const further: Header[] = [['X-Request-Id', 'conformance-1']]
const withFurther = { list: [...shownList, 'x-request-id'], fields: further }
rejected('signature.header-bound', 'the value that is signed', [
  'X-Request-Id',
  { signed: { 'x-request-id': 'another' } },
  withFurther,
])
rejected('signature.missing-header', 'a listed header is left out', [
  'X-Request-Id is not sent',
  { unsent: ['x-request-id'] },
  withFurther,
])
const listedOnly = { list: shownList, listed: withFurther.list }
rejected('signature.header-bound', 'what is signed', [
  'X-Request-Id listed but not signed',
  listedOnly,
  withFurther,
])
const signedAs = (name: string, value = name) =>
  [`signed as ${name}`, { unsent: ['x-request-id'], signed: { 'x-request-id': value } }, withFurther] as const
rejected(
  'signature.missing-header',
  'a listed header is left out',
  ['Date is not sent', { unsent: ['date'] }],
  signedAs('empty', ''),
  signedAs('undefined'),
  signedAs('null'),
  signedAs('None'),
  ['listed but neither sent nor signed', { ...listedOnly, fields: [] }, withFurther],
)
for (const family of families) {
  requirement(
    'signature.missing-header',
    `X-Date is sent instead of Date on ${family}`,
    { needs: ['accessKey'], changed: 'a listed header is left out' },
    async ({ api, accessKey, run }) => {
      const date = await run.signatureDates.next()
      const fields: Header[] = [['X-Date', date]]
      const wrong = signature(accessKey, { fields, signed: { date }, unsent: ['date'] })
      await beside(api, family, signature(accessKey, { fields }), wrong, signature(accessKey))
    },
  )
}

rejectedList(
  'signature.missing-header',
  (family) => `Accept is not sent on ${family}`,
  { needs: ['accessKey'], changed: 'a listed header is left out' },
  ({ accessKey }) => ({
    valid: signature(accessKey),
    invalid: [
      ['no Accept', signature(accessKey, { signed: { accept: 'application/json' } }), { accept: '' }],
    ],
  }),
)
