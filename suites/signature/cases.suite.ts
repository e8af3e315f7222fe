// Signatures that the server accepts: which headers, queries and labels may be signed.

import { expect } from '../../harness/engine/case/expect.ts'
import type { Need } from '../../harness/engine/case/tools.ts'
import { shownList, shownListWithHost, signature } from '../../harness/client/credentials/credentials.ts'
import { families } from '../../harness/facts/families.ts'
import { acceptedQuery } from './accepted-query.ts'
import { rejectedList } from '../case/pair.ts'
import { requirement } from '../case/requirement.ts'
import { accepted, beside, rejected } from './signed.ts'

accepted('signature.accepted', 'over target, accept and date', { list: shownList })
accepted('signature.with-host', 'over target, accept, date and host', { list: shownListWithHost })
for (const list of [
  ['date', '(request-target)', 'accept'],
  ['accept', 'date', '(request-target)'],
  ['host', 'date', 'accept', '(request-target)'],
]) {
  const shown = list.includes('host') ? shownListWithHost : shownList
  accepted('signature.any-order', `in the order ${list.join(' ')}`, { list }, { list: shown })
}

// A UUID, and any language if need be: some servers demand as much of every request.
const unlisted = [
  ['X-Request-Id', 'f3c1a9de-5b0c-4d57-9a1e-2f6b7c8d9e01'],
  ['Accept-Language', 'de, *;q=0.5'],
] as const
accepted('signature.unsigned-headers', 'with two more headers', { fields: unlisted }, {})

// A session too can show which query a list accepts, but is no precondition.
const needs: Need[] = ['accessKey']

for (const family of families) {
  requirement(
    'signature.accepted',
    `with another key on ${family}`,
    { needs: ['accessKey2'] },
    async ({ api, accessKey2 }) => {
      expect(await api.list(family, signature(accessKey2))).toListUsers()
    },
  )

  requirement('signature.query-string', `on ${family}`, { needs }, async (all) => {
    const { api, accessKey } = all
    const query = await acceptedQuery(all, family)
    await api.listed(family, signature(accessKey))
    expect(await api.list(family, signature(accessKey), { query })).toListUsers()
  })

  requirement(
    'signature.query-bound',
    `one where none was signed on ${family}`,
    { changed: 'a query string is added', needs },
    async (all) => {
      const { api, accessKey } = all
      const query = await acceptedQuery(all, family)
      const valid = signature(accessKey)
      const wrong = signature(accessKey, { signed: { target: api.listTarget(family) } })
      await beside(api, family, valid, wrong, valid, { query })
    },
  )

  requirement(
    'signature.query-bound',
    `a parameter twice that was signed once on ${family}`,
    { changed: 'the query string that is signed', needs },
    async (all) => {
      const { api, accessKey } = all
      const query = await acceptedQuery(all, family)
      const valid = signature(accessKey)
      const wrong = signature(accessKey, { signed: { target: `${api.listTarget(family)}?${query}` } })
      await beside(api, family, valid, wrong, valid, { query: `${query.split('&')[0]}&${query}` })
    },
  )
}

rejectedList(
  'signature.query-bound',
  (family) => `another query on ${family}`,
  { changed: 'the query string that is signed', needs },
  async (tools, family) => {
    const { api, accessKey } = tools
    const query = await acceptedQuery(tools, family)
    const others = [
      '',
      '?',
      `?${query}&a=1`,
      `?${query.replace('1', '2')}`,
      `?${query.split('&')[0]}`,
      `?${query.split('&').sort().join('&')}`,
    ].filter((other) => other !== `?${query}`)
    return {
      valid: signature(accessKey),
      sent: { query },
      invalid: others.map((other) => {
        const target = api.listTarget(family) + other
        return [`signed ${other === '' ? 'no query' : other}`, signature(accessKey, { signed: { target } })]
      }),
    }
  },
)

rejected(
  'signature.covers-target-or-time',
  'the list of headers',
  ['accept only', { list: ['accept'] }],
  ['accept and host', { list: ['accept', 'host'] }],
)
rejected('signature.empty-list', 'the list of headers', ['nothing listed', { list: [] }])
const list = ['(request-target)', 'accept', 'date', '(created)']
rejected(
  'signature.created-needs-parameter',
  'the list of headers',
  ['without created', { list, signed: { '(created)': 'undefined' } }],
  ['signed as empty', { list, signed: { '(created)': '' } }],
)

// Which further headers may be signed is not specified: judged only if the server accepts one sent in the plainest way.
further(
  'signature.repeated-header',
  'two X-Tag fields',
  ['X-Tag', 'one'],
  [
    ['X-Tag', 'one'],
    ['X-Tag', 'two'],
  ],
)
further('signature.empty-header-value', 'X-Empty', ['X-Empty', 'full'], [['X-Empty', '']])
further('signature.white-space', 'around and inside', ['X-Space', 'a'], [['X-Space', ' a  b ']])
further('signature.field-name-case', 'X-mIxEd', ['x-mixed', 'Value'], [['X-mIxEd', 'Value']])
accepted('signature.unknown-parameter', 'in the Authorization header', { parameters: ',extension="1"' }, {})

function further(
  id: Parameters<typeof accepted>[0],
  title: string,
  plain: [name: string, value: string],
  fields: [name: string, value: string][],
): void {
  const list = [...shownList, plain[0].toLowerCase()]
  accepted(id, title, { list, fields }, { list, fields: [plain] })
}
