import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpDate } from '../../common/clock.ts'
import { startServer } from '../../start/server.ts'
import { createClient } from '../../testing/client.ts'

const versions = ['1.4', '1.5', '2.28', '3.10'] as const
type Version = (typeof versions)[number]
const modes = {
  '1.4': { debug: true, serverVersion: '1.4.8' },
  '1.5': { debug: true, serverVersion: '1.5.4' },
  '2.28': { debug: false, serverVersion: '2.28.0' },
  '3.10': { debug: false, serverVersion: '3.10.0' },
}
const logins = { older: '/api/users/v1/auth/', newer: '/api/v1/authentication/auth/' }
const lists = { older: '/api/users/v1/users/', newer: '/api/v1/users/users/' }
const familyOf = (version: Version) => (version === '1.4' ? 'older' : 'newer')

/** Each test starts its own model: one locks a name, another moves the clock. */
async function model(version: Version, debug = modes[version].debug) {
  const server = await startServer({
    ...modes[version],
    debug,
    fastHash: true,
    variations: [`jumpserver-${version}`],
  })
  const family = familyOf(version)
  return { server, client: createClient(server), login: logins[family], list: lists[family] }
}
type Model = Awaited<ReturnType<typeof model>>

const ada = ({ server }: Model) => {
  const { username, password } = server.parts.demo.accounts.find(({ username }) => username === 'ada')!
  return { username, password: password! }
}
const privateToken = ({ server }: Model) => [
  'authorization',
  `Token ${server.parts.demo.privateTokens[0]!.token}`,
]

interface Signing {
  keyId?: string
  algorithm?: string
  names?: string[]
  fields?: [name: string, value: string][]
  /** The text after `Signature`, instead of the four parameters. */
  written?: (parameters: { keyId: string; algorithm: string; headers: string; signature: string }) => string
}

/** Returns the status with which the list answers a signed request. */
async function signed({ server, client, list }: Model, signing: Signing = {}): Promise<number> {
  const key = server.parts.demo.accessKeys[0]!
  const {
    keyId = key.keyId,
    algorithm = 'hmac-sha256',
    names = ['(request-target)', 'accept', 'date'],
  } = signing
  const fields = signing.fields ?? [['Date', httpDate(server.clock.now())]]
  const sent: [string, string][] = [['Accept', 'application/json'], ...fields]
  const lines = names.map((name) => {
    if (name === '(request-target)') return `${name}: get ${list}`
    const values = sent.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
    return `${name}: ${values.join(', ')}`
  })
  const hash = /sha\d+$/.exec(algorithm)?.[0] ?? 'sha256'
  const signature = createHmac(hash, key.keySecret).update(lines.join('\n')).digest('base64')
  const parameters = { keyId, algorithm, headers: names.join(' '), signature }
  const value = signing.written?.(parameters) ?? written(parameters)
  return (await client.get(list, ...sent.flat(), 'Authorization', `Signature ${value}`)).status
}
const written = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')

describe.each(versions)('jumpserver-%s', (version) => {
  let shared: Model
  beforeAll(async () => void (shared = await model(version)))
  afterAll(() => shared.server.stop())
  const older = version === '1.4' || version === '1.5'

  test('the answer to a login names its user', async () => {
    const { status, json } = await shared.client.json(shared.login, ada(shared))
    expect(status).toBe(older ? 200 : 201)
    expect(json).toMatchObject({ token: expect.any(String), user: { username: 'ada' } })
    expect(json['token']).toMatch(older ? /^[\da-f]{32}$/ : /^[\da-zA-Z]{36}$/)
  })

  test('a rejected login and a rejected list have the bodies of this version', async () => {
    const login = await shared.client.json(shared.login, { username: 'nobody', password: 'x' })
    expect([login.status, Object.keys(login.json)]).toEqual(older ? [401, ['msg']] : [400, ['error', 'msg']])
    const list = await shared.client.get(shared.list)
    expect([list.status, Object.keys(list.json)]).toEqual(
      older ? [403, ['detail']] : [401, ['detail', 'code']],
    )
    expect(list.headers['www-authenticate']).toBeUndefined()
  })

  test.each(['[]', 'null', '"x"', '5'])('a login with the body %s', async (body) => {
    const type = ['content-type', 'application/json']
    const { status } = await shared.client.send('POST', shared.login, type, body)
    expect(status).toBe({ '1.4': 500, '1.5': 401, '2.28': 400, '3.10': 400 }[version])
  })

  test('the list is paged where a limit is given', async () => {
    const get = async (query: string) =>
      (await shared.client.get(shared.list + query, ...privateToken(shared))).json
    const all = (await get('')) as unknown as { username: string }[]
    expect(all).toHaveLength(5)
    expect(await get('?offset=1')).toEqual(all)
    expect(await get('?limit=2&offset=1')).toEqual({
      count: 5,
      next: `${shared.server.url}${shared.list}?limit=2&offset=3`,
      previous: `${shared.server.url}${shared.list}?limit=2`,
      results: all.slice(1, 3),
    })
    expect(await get('?limit=9')).toMatchObject({ next: null, previous: null, results: all })
  })

  test('a body of 4 MiB is read', async () => {
    const padding = 'x'.repeat(4 * 2 ** 20)
    const { status } = await shared.client.json(shared.login, { ...ada(shared), padding })
    expect(status).toBe(older ? 200 : 201)
  })

  test('a path without its final slash leads to the one with it', async () => {
    const list = await shared.client.get(`${shared.list.slice(0, -1)}?limit=1`)
    expect([list.status, list.headers['location']]).toEqual([301, `${shared.list}?limit=1`])
    const post = async ({ client, login }: Model) =>
      await client.json(login.slice(0, -1), { username: 'nobody', password: 'x' })
    for (const debug of [true, false]) {
      const other = await model(version, debug)
      expect((await post(other)).status).toBe(debug ? 500 : 301)
      await other.server.stop()
    }
  })

  test('seven failures lock a name for half an hour, existing or not, and a success clears the count', async () => {
    const own = await model(version)
    const valid = ada(own)
    const status = async (password: string, username = valid.username) =>
      (await own.client.json(own.login, { username, password })).status
    const [good, bad] = older ? [200, 401] : [201, 400]
    const fail = async (times: number) => {
      for (let time = 0; time < times; time++) expect(await status(`wrong-${time}`)).toBe(bad)
    }
    await fail(6)
    expect(await status(valid.password)).toBe(good)
    await fail(7)
    expect(await status(valid.password)).toBe(bad)
    own.server.clock.advance({ seconds: 1795 })
    expect(await status(valid.password)).toBe(bad)
    expect(
      await status(
        own.server.parts.demo.accounts.find(({ username }) => username === 'dee')!.password!,
        'dee',
      ),
    ).toBe(good)
    own.server.clock.advance({ seconds: 10 })
    expect(await status(valid.password)).toBe(good)
    await own.server.stop()
  })

  test('a one-time code may be a number', async () => {
    const own = await model(version)
    const { oneTimeCodes, accounts, demo } = own.server.parts
    const { username, password } = demo.accounts.find(({ username }) => username === 'bob')!
    const otp = accounts.find('bob')!.otp!
    let code = '0'
    // As a number, a code loses its leading zeros.
    while (code.startsWith('0')) {
      own.server.clock.advance({ seconds: 30 })
      code = oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp))
    }
    const challenge = await own.client.json(own.login, { username, password })
    expect(challenge.status).toBe(older ? 300 : 200)
    if (older) {
      const { seed, otp_url } = challenge.json as { seed: string; otp_url: string }
      expect(otp_url).toBe(version === '1.4' ? '/api/users/v1/otp/auth/' : '/api/v1/authentication/otp/auth/')
      expect((await own.client.json(otp_url, { seed, otp_code: Number(code) })).json).toHaveProperty('token')
    } else {
      const { url } = challenge.json['data'] as { url: string }
      const cookie = (challenge.headers['set-cookie'] as string[])[0]!.split(';')[0]!
      const send = (body: unknown) =>
        own.client.send(
          'POST',
          url,
          ['content-type', 'application/json', 'cookie', cookie],
          JSON.stringify(body),
        )
      const wrong = await send({ type: 'otp', code: '1' })
      expect([wrong.status, Object.keys(wrong.json)]).toEqual([
        version === '3.10' ? 401 : 400,
        ['error', 'msg'],
      ])
      expect(await send({ type: 'otp', code: Number(code) })).toMatchObject({
        status: 200,
        json: { msg: 'ok' },
      })
    }
    await own.server.stop()
  })
})

describe.each(['2.28', '3.10'] as const)('jumpserver-%s', (version) => {
  test('seven wrong codes lock the second step, apart from the logins', async () => {
    const own = await model(version)
    const { oneTimeCodes, accounts, demo } = own.server.parts
    const { username, password } = demo.accounts.find(({ username }) => username === 'bob')!
    const otp = accounts.find('bob')!.otp!
    const challenge = await own.client.json(own.login, { username, password })
    const { url } = challenge.json['data'] as { url: string }
    const cookie = (challenge.headers['set-cookie'] as string[])[0]!.split(';')[0]!
    const send = async (code: string) =>
      (
        await own.client.send(
          'POST',
          url,
          ['content-type', 'application/json', 'cookie', cookie],
          JSON.stringify({ type: 'otp', code }),
        )
      ).status
    const valid = () => send(oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp)))
    for (let time = 0; time < 6; time++) expect(await send('1')).not.toBe(200)
    expect(await valid()).toBe(200)
    for (let time = 0; time < 7; time++) expect(await send('1')).not.toBe(200)
    expect(await valid()).not.toBe(200)
    expect((await own.client.json(own.login, { username, password })).json).toMatchObject({
      error: 'mfa_required',
    })
    own.server.clock.advance({ minutes: 31 })
    expect(await valid()).toBe(200)
    await own.server.stop()
  })

  test('the reference page is served outside debug mode, to those who are logged in', async () => {
    const own = await model(version)
    expect((await own.client.get('/api/docs/')).status).toBe(302)
    const page = await own.client.get('/api/docs/', ...privateToken(own))
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    await own.server.stop()
  })
})

describe('jumpserver-1.4', () => {
  test('a signature is no credential: the request is anonymous', async () => {
    await using server = (await model('1.4')).server
    const own = { server, client: createClient(server), login: logins.older, list: lists.older }
    expect(await signed(own)).toBe(403)
    expect(await signed(own, { written: () => ',,=,"' })).toBe(403)
  })
})

describe('the older paths', () => {
  test.each([
    ['1.5', 307, '/api/v1/users/auth/', 307],
    ['2.28', 307, '/api/v1/users/auth/', 307],
    ['3.10', 404, undefined, 404],
  ] as const)('of %s', async (version, status, location, listed) => {
    const own = await model(version)
    const login = await own.client.json(logins.older, ada(own))
    expect([login.status, login.headers['location']]).toEqual([status, location])
    const list = await own.client.get(`${lists.older}?limit=1`, ...privateToken(own))
    expect(list.status).toBe(listed)
    if (listed === 307) expect(list.headers['location']).toBe('/api/v1/users/users/?limit=1')
    if (location) {
      const there = await own.client.json(location, ada(own))
      expect(there.status).toBe(version === '1.5' ? 200 : 404)
    }
    await own.server.stop()
  })
})

describe.each(['1.5', '2.28', '3.10'] as const)('signatures of jumpserver-%s', (version) => {
  let shared: Model
  beforeAll(async () => void (shared = await model(version)))
  afterAll(() => shared.server.stop())
  const refused = version === '1.5' ? 403 : 401

  test.each<[string, number, Signing]>([
    ['the valid one', 200, {}],
    ['hmac-sha1', 200, { algorithm: 'hmac-sha1' }],
    ['hmac-sha512', 200, { algorithm: 'hmac-sha512' }],
    ['a Date of any time', 200, { fields: [['Date', 'yesterday']] }],
    ['a name twice, the valid one last', 200, { written: (all) => `keyId="x",${written(all)}` }],
    ['names in capitals', 200, { written: ({ keyId, ...all }) => `KEYID="${keyId}",${written(all)}` }],
    ['no quotes', 200, { written: ({ keyId, ...all }) => `keyId=${keyId},${written(all)}` }],
    ['a name twice, the wrong one last', 0, { written: (all) => `${written(all)},signature="eA=="` }],
    ['a parameter list that is none', 0, { written: () => ',,=,"' }],
    ['no key ID', 0, { written: ({ keyId: _, ...all }) => written(all) }],
    ['no algorithm', 0, { written: ({ algorithm: _, ...all }) => written(all) }],
    ['an unclosed quote', 0, { written: () => 'keyId="x,algorithm="hmac-sha256"' }],
    ['an unknown key', 0, { keyId: '00000000-0000-4000-8000-000000000000' }],
    ['base64 of one byte', 0, { written: ({ signature: _, ...all }) => `${written(all)},signature="eA=="` }],
    [
      'two Dates',
      0,
      {
        fields: [
          ['Date', 'a'],
          ['Date', 'b'],
        ],
      },
    ],
    [
      'two fields of a name',
      0,
      {
        names: ['(request-target)', 'date', 'x-tag'],
        fields: [
          ['Date', 'a'],
          ['X-Tag', '1'],
          ['X-Tag', '2'],
        ],
      },
    ],
    ['no list', 500, { written: ({ headers: _, ...all }) => written(all) }],
    ['rsa-sha256', 500, { algorithm: 'rsa-sha256' }],
    ['an unknown algorithm', 500, { algorithm: 'hs2019' }],
    ['a key ID that is no UUID', 500, { keyId: 'x' }],
    [
      'bad padding',
      500,
      { written: ({ signature, ...all }) => `${written(all)},signature="${signature.slice(0, -1)}"` },
    ],
    ['a listed header that was not sent', 500, { names: ['(request-target)', 'date', 'x-none'] }],
    ['no target in the list', 500, { names: ['date'] }],
  ])('%s: %i', async (_title, status, signing) => {
    expect(await signed(shared, signing)).toBe(status || refused)
  })
})
