// Over 300 lines: tests every route of the control port against a single description of them all.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../testing/client.ts'
import { createControlClient } from '../../testing/control-client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import { controlRoutes } from './control-routes.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
let control: ReturnType<typeof createControlClient>
beforeEach(async () => {
  server = await startServer({ fastHash: true, controlPort: 0, debug: true })
  client = createClient(server)
  control = createControlClient(server)
})
afterEach(() => server.stop())

const login = '/api/v1/authentication/auth/'
const list = '/api/v1/users/users/'
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }
const tokenOf = async () => String((await client.json(login, dee)).json['token'])
const opens = async (value: string) => (await client.get(list, 'authorization', value)).status === 200
const bob = () => ({
  username: 'bob',
  password: server.parts.demo.accounts.find(({ username }) => username === 'bob')?.password ?? '',
})

test('health says where the server is and what', async () => {
  expect((await control.get('/health')).json).toEqual({
    status: 'ok',
    url: server.url,
    serverVersion: '2.10.0',
    debug: true,
    lastRequest: 0,
  })
})

describe('the clock', () => {
  test('moves forward and says so', async () => {
    const { now } = (await control.get('/clock')).json
    const moved = (await control.post('/clock/advance', { seconds: 3600 })).json
    expect(Date.parse(moved.now) - Date.parse(now)).toBeGreaterThanOrEqual(3_600_000)
    expect(server.clock.now()).toBeGreaterThanOrEqual(Date.parse(moved.now))
  })

  test.each([
    {},
    { seconds: -1 },
    { seconds: '60' },
    { seconds: null },
    { seconds: 1e15 },
    [],
    { seconds: 1, more: 2 },
  ])('%j moves nothing', async (body) => {
    const before = server.clock.now()
    const { status, json } = await control.post('/clock/advance', body)
    expect([status, typeof json.msg]).toEqual([400, 'string'])
    expect(server.clock.now() - before).toBeLessThan(60_000)
  })
})

test('a reset voids tokens, also after the clock went back', async () => {
  const token = await tokenOf()
  await control.post('/clock/advance', { seconds: 600 })
  expect(await opens(`Bearer ${token}`)).toBe(true)
  const { now } = (await control.post('/reset', { clock: true })).json
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
  expect(await opens(`Bearer ${token}`)).toBe(false)
  expect(await opens(`Bearer ${await tokenOf()}`)).toBe(true)
})

describe('accounts', () => {
  test('are listed without a secret', async () => {
    await tokenOf()
    const { json } = await control.get('/accounts')
    const byName = (name: string) => json.find((one: { username: string }) => one.username === name)
    expect(json).toHaveLength(5)
    expect(byName('dee')).toMatchObject({ secondFactor: false, tokens: 1, sessions: 0 })
    expect(byName('bob')).toMatchObject({ secondFactor: true, privateToken: true })
    const text = JSON.stringify(json)
    for (const { password, otp } of server.parts.demo.accounts) {
      expect(text).not.toContain(password)
      if (otp) expect(text).not.toContain(otp.secret)
    }
    for (const { keySecret } of server.parts.demo.accessKeys) expect(text).not.toContain(keySecret)
  })

  test('the code of an account opens the second step, and is then shown as used', async () => {
    const { seed } = (await client.json(login, bob())).json
    const shown = (await control.get('/accounts/bob/code')).json
    expect(shown).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), periodSeconds: 30, used: false })
    expect(shown.secondsLeft).toBeGreaterThanOrEqual(0)
    expect(shown.secondsLeft).toBeLessThanOrEqual(30)
    const second = '/api/v1/authentication/otp/auth/'
    expect((await client.json(second, { seed, otp_code: shown.code })).status).toBe(200)
    await control.post('/clock/advance', { seconds: 0 })
    const again = (await control.get('/accounts/bob/code')).json
    expect(again.code === shown.code ? again.used : true).toBe(true)
  })

  test('a username may be as long as it may, and of any letters', async () => {
    const username = '𝄞'.repeat(100)
    await control.post('/accounts', { username, password: 'p', otpSecret: 'JBSWY3DPEHPK3PXP' })
    const { status } = await control.get(`/accounts/${encodeURIComponent(username)}/code`)
    expect(status).toBe(200)
    expect((await control.get('/accounts/%zz/code')).json).toMatchObject({ error: 'not-found' })
    await control.post('/reset', {})
  })

  test('are added, and log in with the second factor that they were given', async () => {
    const zoe = { username: 'zoe', password: 'zoe has a password' }
    const added = await control.post('/accounts', { ...zoe, otpSecret: 'JBSWY3DPEHPK3PXP' })
    expect(added.json).toMatchObject({ username: 'zoe', secondFactor: true, privateToken: false })
    expect((await control.post('/accounts', zoe)).status).toBe(409)
    for (const wrong of [
      { username: 'a b', password: 'x' },
      { username: 'x', password: '' },
      { username: 'x' },
    ])
      expect((await control.post('/accounts', wrong)).status).toBe(400)
    const { seed } = (await client.json(login, zoe)).json
    const { code } = (await control.get('/accounts/zoe/code')).json
    const second = '/api/v1/authentication/otp/auth/'
    expect((await client.json(second, { seed, otp_code: code })).json).toEqual({ token: expect.any(String) })
    await control.post('/reset', {})
    expect((await control.get('/accounts/zoe/code')).status).toBe(404)
  })

  test.each(['dee', 'nobody', '..', '%00'])('%s has no code', async (name) => {
    expect((await control.get(`/accounts/${encodeURIComponent(name)}/code`)).status).toBe(404)
  })
})

describe('expiry', () => {
  test('of one token leaves the other', async () => {
    const [first, second] = [await tokenOf(), await tokenOf()]
    const expired = await control.post('/credentials/expire', { value: first })
    expect(expired.json).toMatchObject({ kind: 'token', username: 'dee' })
    expect(Date.parse(expired.json.expiresAt)).toBeLessThanOrEqual(server.clock.now())
    expect([await opens(`Bearer ${first}`), await opens(`Bearer ${second}`)]).toEqual([false, true])
  })

  test('of a seed, by its id in the list', async () => {
    const { seed } = (await client.json(login, bob())).json
    const listed = (await control.get('/credentials?username=bob')).json
    expect(listed).toMatchObject([{ kind: 'seed', username: 'bob' }])
    expect(JSON.stringify(listed)).not.toContain(seed)
    expect((await control.post('/credentials/expire', { id: listed[0].id })).status).toBe(200)
    expect((await control.get('/credentials?username=bob')).json).toEqual([])
    const { code } = (await control.get('/accounts/bob/code')).json
    expect((await client.json('/api/v1/authentication/otp/auth/', { seed, otp_code: code })).status).toBe(401)
  })

  test('of a private token is rejected, and so are both ways at once', async () => {
    const value = server.parts.demo.privateTokens[0]?.token
    expect((await control.post('/credentials/expire', { value })).status).toBe(404)
    expect((await control.post('/credentials/expire', { value, id: 'x' })).status).toBe(400)
    expect(await opens(`Token ${value}`)).toBe(true)
  })
})

describe('defects', () => {
  test('are switched on and off while tokens stay', async () => {
    const token = await tokenOf()
    const privateToken = `Bearer ${server.parts.demo.privateTokens[0]?.token}`
    expect(await opens(privateToken)).toBe(false)
    const on = await control.put('/changes', { defects: ['private-token-as-bearer'] })
    expect(on.json).toEqual({ defects: ['private-token-as-bearer'], variations: [], notes: [] })
    expect([await opens(privateToken), await opens(`Bearer ${token}`)]).toEqual([true, true])
    await control.put('/changes', {})
    expect([await opens(privateToken), await opens(`Bearer ${token}`)]).toEqual([false, true])
  })

  test('that there are not are rejected with the nearest, and change nothing', async () => {
    await control.put('/changes', { variations: ['path-prefix'] })
    const { status, json } = await control.put('/changes', { defects: ['private-token-as-berer'] })
    expect([status, json.msg]).toEqual([400, expect.stringContaining('"private-token-as-bearer"')])
    expect((await control.get('/changes')).json).toEqual({ defects: [], variations: ['path-prefix'] })
    expect((await control.get('/health')).json.url).toMatch(/\/service\/one$/)
    expect(server.url).toMatch(/\/service\/one$/)
  })

  test('that show in another mode say so', async () => {
    const { defects } = (await control.get('/changes/available')).json
    const hidden = defects.find((one: { mode?: { debug?: boolean } }) => one.mode?.debug === false)
    const { json } = await control.put('/changes', { defects: [hidden.name] })
    expect(json.notes).toEqual([`${hidden.name} shows on a server started with no --debug`])
  })
})

describe('signing', () => {
  test('gives headers that the server accepts, and no secret', async () => {
    const [key] = server.parts.demo.accessKeys
    const { json } = await control.post('/sign', { keyId: key?.keyId, target: `${list}?limit=1` })
    expect(json.signingString).toMatch(
      /^\(request-target\): get \/api\/v1\/users\/users\/\?limit=1\naccept: .*\ndate: /,
    )
    expect((await client.get(`${list}?limit=1`, ...json.headers.flatMap(Object.values))).status).toBe(200)
    expect(JSON.stringify(json)).not.toContain(key?.keySecret)
    const given = json.signingString.replace('get', 'GET')
    const compared = await control.post('/sign', { keyId: key?.keyId, target: list, given })
    expect(compared.json.firstDifference).toMatchObject({ line: 1, given: expect.stringContaining('GET') })
  })

  test.each([
    ['/?a[b]=1', "curl -g '"],
    ['/?a={b}', "curl -g '"],
    ['/a/../b', "curl --path-as-is '"],
    ['/', "curl '"],
  ])('%s: the line for a shell sends it as it was signed', async (target, line) => {
    const keyId = server.parts.demo.accessKeys[0]?.keyId
    const headers = [{ name: 'X-Empty', value: '' }]
    const { json } = await control.post('/sign', { keyId, target, headers })
    expect(json.curl).toContain(line)
    expect(json.curl).toContain("-H 'X-Empty;'")
  })

  test.each([
    [404, { keyId: 'x', target: '/' }],
    [400, { keyId: 'x', target: '/a#b' }],
    [400, { keyId: 'x', target: 'http://elsewhere/' }],
    [400, { keyId: 'x', target: '/', headers: [{ name: 'X', value: 'a\r\nB: c' }] }],
    [400, { target: '/' }],
  ])('%i for %j', async (status, body) => {
    expect((await control.post('/sign', body)).status).toBe(status)
  })

  test('a listed header that is not sent is named', async () => {
    const keyId = server.parts.demo.accessKeys[0]?.keyId
    const { json } = await control.post('/sign', { keyId, target: '/', names: ['date', 'x-a'] })
    expect(json.msg).toContain('x-a')
  })
})

test('no body that is JSON makes it stumble', async () => {
  const value = fc.jsonValue({ maxDepth: 2 })
  const names = fc.constantFrom(
    'seconds',
    'clock',
    'id',
    'value',
    'defects',
    'variations',
    'keyId',
    'target',
    'names',
  )
  const bodies = fc.oneof(
    value,
    fc.dictionary(names, fc.oneof(value, fc.string(), fc.constant(['x', '\0', '../..']))),
  )
  const routes = controlRoutes.filter(({ body }) => body)
  const keyId = server.parts.demo.accessKeys[0]?.keyId
  const send = async (route: (typeof routes)[number], body: unknown) =>
    route.method === 'PUT' ? control.put(route.path, body) : control.post(route.path, body)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), bodies, fc.boolean(), async (route, body, known) => {
      const given = known && typeof body === 'object' ? { target: '/', ...body, keyId } : body
      const { status, json } = await send(route, given ?? {})
      expect([200, 400, 404, 409]).toContain(status)
      if (status !== 200) expect(json).toEqual({ error: expect.any(String), msg: expect.any(String) })
    }),
    { numRuns: 150 },
  )
  expect((await control.get('/health')).status).toBe(200)
})

describe('the description', () => {
  test('is OpenAPI 3.1, names every route, and every answer is as it says', async () => {
    const description = (await control.get('/openapi.json')).json
    expect(description.openapi).toBe('3.1.0')
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'description', ...description })
    await client.get(list, 'authorization', 'Bearer x')
    await client.json(login, bob())
    const keyId = server.parts.demo.accessKeys[0]?.keyId
    const bodies: Record<string, unknown> = {
      reset: {},
      advanceClock: { seconds: 1 },
      expireCredential: { value: await tokenOf() },
      switchChanges: {},
      addAccount: { username: 'zoe', password: 'a password' },
      signRequest: { keyId, target: '/', given: 'x' },
    }
    const seen: string[] = []
    for (const { method, path, operationId } of controlRoutes.toSorted(
      (a, b) =>
        Number(['reset', 'clearJournal'].includes(a.operationId)) -
        Number(['reset', 'clearJournal'].includes(b.operationId)),
    )) {
      const operation = description.paths[path][method.toLowerCase()]
      expect(operation.operationId).toBe(operationId)
      const real = path.replace('{username}', 'bob').replace('{id}', '1')
      const { status, json } = await {
        GET: () => control.get(real),
        POST: () => control.post(real, bodies[operationId]),
        PUT: () => control.put(real, bodies[operationId]),
        DELETE: () => control.remove(real),
      }[method]()
      expect([operationId, status, json]).toEqual([operationId, 200, expect.anything()])
      const validate = ajv.compile(operation.responses[200].content['application/json'].schema)
      expect([operationId, validate(json), validate.errors]).toEqual([operationId, true, null])
      seen.push(operationId)
    }
    const described = Object.values(description.paths).flatMap((methods) => Object.keys(methods as object))
    expect(seen).toHaveLength(described.length)
  })

  test('is what the documentation says: no route less, none more', () => {
    const page = readFileSync(new URL('../../../docs/control-port.md', import.meta.url), 'utf8')
    const told = [...page.matchAll(/^\| `([A-Z]+ \/control\S+)`/gm)].map(([, route]) => route)
    const served = controlRoutes.map(({ method, path }) => `${method} /control${path}`)
    expect(told.toSorted()).toEqual([...served, 'GET /control/openapi.json'].toSorted())
  })

  test('what there is not is 404, and another method 405', async () => {
    for (const path of ['/nothing', '/*nothing']) expect((await control.get(path)).status).toBe(404)
    const { status, headers } = await control.put('/clock', {})
    expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  })
})
