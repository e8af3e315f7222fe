import { expect, test } from 'vitest'
import { signature } from '../../harness/client/credentials/credentials.ts'
import { httpDate } from '../../harness/ledgers/signature-dates.ts'
import { adasKey, users } from '../../harness/client/testing/accounts.ts'
import { createTestClient } from '../../harness/client/testing/test-client.ts'
import type { Tools } from '../../harness/engine/case/tools.ts'
import { header, type WireRequest } from '../../harness/wire/exchange.ts'
import { cases } from '../all.ts'

test('of two Dates a second apart one is signed and the other sent', async () => {
  let asked = 0
  const { run, api, steps, inCase, sent } = createTestClient(
    { 'GET /api/v1/users/users/': () => (++asked === 2 ? { status: 401 } : { json: users }) },
    { declared: { accessKeys: [adasKey] } },
  )
  const tools = { api: { ...api, ...steps }, run, accessKey: adasKey } as Tools
  await inCase(async () => cases.get('signature.date-bound/a-second-later-on-v1')?.body(tools))
  const { target = '', headers = [] } = sent[1] ?? {}
  const date = header(headers, 'date') ?? ''
  const before = httpDate(Date.parse(date) - 1000)
  const context = { method: 'GET', target, host: 'subject.test:8080', accept: 'application/json', date }
  const [made] = signature(adasKey, { signed: { date: before } })
    .fields(context)
    .filter(([name]) => name === 'Authorization')
  expect(header(headers, 'authorization')).toBe(made?.[1])
})

test.for(['/internal/list/', '/'])(
  'no path is signed as wrong that a redirect makes valid: %s',
  async (path) => {
    const isRight = ({ target, headers }: WireRequest): boolean => {
      const context = {
        method: 'GET',
        target,
        host: 'subject.test:8080',
        accept: 'application/json',
        date: header(headers, 'date') ?? '',
      }
      const [right] = signature(adasKey)
        .fields(context)
        .filter(([name]) => name === 'Authorization')
      return header(headers, 'authorization') === right?.[1]
    }
    const { run, api, steps, inCase, sent } = createTestClient(
      { [`GET ${path}`]: (request) => (isRight(request) ? { json: users } : { status: 401 }) },
      { declared: { accessKeys: [adasKey] } },
    )
    run.redirects.set('/api/v1/users/users/', path)
    const tools = { api: { ...api, ...steps }, run, accessKey: adasKey } as Tools
    await inCase(async () => cases.get('signature.path-bound/on-v1')?.body(tools))
    expect(sent.filter(isRight)).toHaveLength(2)
  },
)
