import { expect } from '../harness/cases/expect.ts'
import { bearer, shownList, shownListWithHost, signature } from '../harness/client/credentials.ts'
import { families } from '../harness/client/families.ts'
import { between } from '../harness/client/steps.ts'
import { acceptedQuery } from './accepted-query.ts'
import { requirement } from './requirement.ts'
import { accepted, refused } from './signed.ts'

accepted('signature.accepted', 'over target, accept and date', { list: shownList })
accepted('signature.with-host', 'over target, accept, date and host', { list: shownListWithHost })
for (const list of [
  ['date', '(request-target)', 'accept'],
  ['accept', 'date', '(request-target)'],
  ['host', 'date', 'accept', '(request-target)'],
]) {
  accepted('signature.any-order', `in the order ${list.join(' ')}`, { list })
}
accepted('signature.unsigned-headers', 'with two more headers', {
  fields: [
    ['X-Request-Id', 'conformance-1'],
    ['Accept-Language', 'de, en;q=0.5'],
  ],
})

for (const family of families) {
  requirement('signature.query-string', `on ${family}`, async ({ api, account, accessKey }) => {
    const query = await acceptedQuery(api, family, bearer(await api.token(account), account.username))
    expect(await api.list(family, signature(accessKey), { query })).toListUsers()
  })

  requirement(
    'signature.query-bound',
    `another query on ${family}`,
    { changed: 'the query string that is signed' },
    async ({ api, account, accessKey }) => {
      const query = await acceptedQuery(api, family, bearer(await api.token(account), account.username))
      const path = api.listTarget(family)
      await between(
        () => api.listed(family, signature(accessKey), { query }),
        async () => {
          for (const target of [
            path,
            `${path}?`,
            `${path}?${query}&a=1`,
            `${path}?${query.replace('1', '2')}`,
          ]) {
            expect(
              await api.list(family, signature(accessKey, { signed: { target } }), { query }),
            ).toBeRefused()
          }
        },
      )
    },
  )

  requirement(
    'signature.query-bound',
    `one where none was signed on ${family}`,
    { changed: 'a query string is added' },
    async ({ api, accessKey }) => {
      const query = await acceptedQuery(api, family, signature(accessKey))
      const signed = { target: api.listTarget(family) }
      await between(
        () => api.listed(family, signature(accessKey), { query }),
        async () => expect(await api.list(family, signature(accessKey, { signed }), { query })).toBeRefused(),
      )
    },
  )
}

refused('signature.covers-target-or-time', 'accept only', 'the list of headers', { list: ['accept'] })
refused('signature.covers-target-or-time', 'accept and host', 'the list of headers', {
  list: ['accept', 'host'],
})
refused('signature.empty-list', 'nothing listed', 'the list of headers', { list: [] })
refused('signature.created-needs-parameter', 'without created', 'the list of headers', {
  list: ['(request-target)', 'accept', 'date', '(created)'],
  signed: { '(created)': 'undefined' },
})

accepted('signature.repeated-header', 'two X-Tag fields', {
  list: [...shownList, 'x-tag'],
  fields: [
    ['X-Tag', 'one'],
    ['X-Tag', 'two'],
  ],
})
accepted('signature.empty-header-value', 'X-Empty', {
  list: [...shownList, 'x-empty'],
  fields: [['X-Empty', '']],
})
accepted('signature.white-space', 'around and inside', {
  list: [...shownList, 'x-space'],
  fields: [['X-Space', ' a  b ']],
})
accepted('signature.field-name-case', 'X-mIxEd', {
  list: [...shownList, 'x-mixed'],
  fields: [['X-mIxEd', 'Value']],
})
accepted('signature.unknown-parameter', 'in the Authorization header', { parameters: ',extension="1"' })
