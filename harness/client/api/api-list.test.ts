import { describe, expect, test } from 'vitest'
import { NotSupported } from '../../outcomes.ts'
import { header } from '../../wire/exchange.ts'
import { anonymous, bearer, cookie } from '../credentials/credentials.ts'
import { users } from '../testing/accounts.ts'
import { noon } from '../testing/instants.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, type Reply, type Subject } from '../testing/test-client.ts'

const listing: Subject = { [route.list]: { json: users }, [route.newList]: { json: users } }
const refusing: Subject = { [route.list]: { status: 401, json: { msg: 'no' } } }

/** A client that knows what a list looks like. */
function create(subject: Subject, prefix = '') {
  const client = createTestClient(subject, { prefix })
  for (const family of ['users-v1', 'v1'] as const) client.run.lists.read(family, users)
  return client
}

describe('what is asked', () => {
  test('the list of the family, without credentials where none are given', async () => {
    const { api, sent, trace } = create(listing)
    await api.list('users-v1')
    await api.list('v1', bearer('abc'), { role: 'twin', wire: { freshConnection: true } })
    expect(sent).toMatchObject([
      { method: 'GET', target: '/api/users/v1/users/', headers: [['Accept', 'application/json']] },
      {
        method: 'GET',
        target: '/api/v1/users/users/',
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', 'Bearer abc'],
        ],
        options: { freshConnection: true },
      },
    ])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['judged', 'twin'])
  })

  test('with query, method, path, accept and headers as they are told', async () => {
    const { api, sent } = create({})
    await api.list('v1', anonymous, { query: 'limit=1&q=%20' })
    await api.list('v1', anonymous, { path: '/other', method: 'HEAD', accept: '*/*', headers: [['X', '7']] })
    expect(sent).toMatchObject([
      { method: 'GET', target: '/api/v1/users/users/?limit=1&q=%20' },
      {
        method: 'HEAD',
        target: '/other',
        headers: [
          ['Accept', '*/*'],
          ['X', '7'],
        ],
      },
    ])
  })

  test('nothing of a family that the subject does not have', async () => {
    const { api, run, sent } = create(listing)
    run.support.list.v1 = false
    await expect(api.list('v1')).rejects.toThrow(
      new NotSupported('the subject has no user list of the path family v1'),
    )
    expect(sent).toEqual([])
  })
})

test('the answer says who asked for what, also behind a redirect', async () => {
  const subject: Subject = {
    'GET /sso/api/users/v1/users/': { status: 307, headers: [['Location', '/sso/api/v1/users/users/']] },
    'GET /sso/api/v1/users/users/': { json: users },
  }
  const { api } = create(subject, '/sso')
  expect(await api.list('users-v1', bearer('abc', 'ada'))).toMatchObject({
    operation: 'list',
    family: 'users-v1',
    asked: '/sso/api/users/v1/users/',
    username: 'ada',
    json: users,
  })
  expect(await api.list('v1', bearer('abc'))).not.toHaveProperty('username')
})

describe('a session cookie', () => {
  const answering = (reply: Reply) => {
    const client = create({ [route.list]: reply })
    return { ...client, held: cookie('first cookie') }
  }
  const next = [['Set-Cookie', 'sessionid=second cookie; Path=/'] as const]

  test('is renewed by an accepted answer, and the new one is a secret', async () => {
    const { api, held, sent, run } = answering({ json: users, headers: next })
    await api.list('users-v1', held)
    await api.list('users-v1', held)
    expect(sent.map(({ headers }) => header(headers, 'cookie'))).toEqual([
      'sessionid=first cookie',
      'sessionid=second cookie',
    ])
    expect(run.knownSecrets()).toContainEqual({ value: 'second cookie', label: 'the cookie sessionid' })
  })

  test.for<[what: string, reply: Reply]>([
    ['a rejection', { status: 401, headers: next }],
    ['a redirect', { status: 300, headers: next }],
    ['an answer that takes it back', { headers: [['Set-Cookie', 'sessionid=; Max-Age=0']] }],
    ['another cookie', { headers: [['Set-Cookie', 'lang=en']] }],
  ])('is not renewed by %s', async ([, reply]) => {
    const { api, held, sent } = answering(reply)
    await api.list('users-v1', held)
    await api.list('users-v1', held)
    expect(header(sent[1]?.headers ?? [], 'cookie')).toBe('sessionid=first cookie')
  })

  test('is nothing to a request that carries none', async () => {
    const { api, run } = answering({ json: users, headers: next })
    await api.list('users-v1', bearer('abc'))
    expect(run.knownSecrets()).toEqual([])
  })
})

describe('what the run remembers of a list', () => {
  test('the first time that a credential opened one, and opened that of each family', async () => {
    const { api, run, pass } = create(listing)
    await api.list('users-v1', bearer('abc'))
    pass(60)
    await api.list('users-v1', bearer('abc'))
    await api.list('v1', bearer('abc'))
    expect([...run.firstUses]).toEqual([
      ['abc', noon + 40],
      ['users-v1 abc', noon + 40],
      ['v1 abc', noon + 60_000 + 3 * 40],
    ])
  })

  test('no first use of a credential that opened none, nor of none at all', async () => {
    const { api, run } = create({ ...refusing, [route.newList]: { status: 401, json: users } })
    await api.list('users-v1', bearer('abc'))
    await api.list('v1', bearer('abc'))
    expect(run.firstUses.size).toBe(0)
    const open = create(listing)
    await open.api.list('v1')
    expect(open.run.firstUses.size).toBe(0)
  })

  test('the timeline: which credential was accepted and which rejected', async () => {
    const { api, trace } = create({ ...listing, [route.newList]: { json: { msg: 'no' } } })
    await api.list('users-v1', bearer('abc'))
    await api.list('v1', bearer('abc'))
    await api.list('v1')
    expect(trace.timeline.events()).toEqual([
      { atSeconds: 0, lane: 'token 1', kind: 'accepted', label: 'users-v1 list' },
      { atSeconds: 0, lane: 'token 1', kind: 'refused', label: 'v1 list' },
      { atSeconds: 0, lane: 'no credentials', kind: 'refused', label: 'v1 list' },
    ])
  })

  test('the picture of time: which answer failed the case', async () => {
    const { api, trace } = create({ ...listing, [route.newList]: { json: { msg: 'no' } } })
    await api.list('users-v1', bearer('abc'))
    const { exchange } = await api.list('users-v1', bearer('abc'))
    await api.list('v1', bearer('abc'))
    expect(trace.timeline.events(exchange).map(({ violates }) => violates)).toEqual([
      undefined,
      true,
      undefined,
    ])
  })
})

test('a page is asked for as a browser does, below the base URL', async () => {
  const { api, sent, trace } = create({ 'GET /sso/docs': { body: '<p>docs</p>' } }, '/sso')
  expect(await api.page('/docs')).toMatchObject({ operation: 'page', json: undefined })
  await api.page('/docs', { method: 'HEAD', accept: '*/*', role: 'step', credential: cookie('abc') })
  expect(sent).toMatchObject([
    { method: 'GET', target: '/sso/docs', headers: [['Accept', 'text/html']] },
    {
      method: 'HEAD',
      target: '/sso/docs',
      headers: [
        ['Accept', '*/*'],
        ['Cookie', 'sessionid=abc'],
      ],
    },
  ])
  expect(trace.exchanges.map(({ role }) => role)).toEqual(['judged', 'step'])
})
