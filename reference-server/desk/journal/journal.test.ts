import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { httpDate } from '../../common/clock.ts'
import { createClient } from '../../testing/client.ts'
import { createControlClient } from '../../testing/control-client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import { createJournal } from './journal.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
let control: ReturnType<typeof createControlClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true, controlPort: 0, debug: true })
  client = createClient(server)
  control = createControlClient(server)
})
afterAll(() => server.stop())
beforeEach(async () => void (await control.remove('/journal')))

const login = '/api/v1/authentication/auth/'
const second = '/api/v1/authentication/otp/auth/'
const list = '/api/v1/users/users/'
const passwordOf = (name: string) =>
  server.parts.demo.accounts.find(({ username }) => username === name)?.password ?? ''
const last = async () => (await control.get('/journal?limit=1')).json.entries[0]

test('keeps the newest, counts all, and finds what is asked for', () => {
  const journal = createJournal(3)
  const entry = { at: 0, durationMs: 1, operation: undefined, family: undefined, requestHeaders: [] }
  const rest = { requestBody: undefined, requestBytes: 0, answerHeaders: {}, answerBody: '', answerBytes: 0 }
  const none = { username: undefined, reason: undefined, explanation: undefined, changes: [] }
  for (const [method, target, status] of [
    ['GET', '/a', 200],
    ['GET', '/a', 401],
    ['POST', '/b', 404],
    ['GET', '/b', 200],
  ] as const)
    journal.add({ ...entry, ...rest, ...none, method, target, status })
  const ids = (query: Parameters<typeof journal.find>[0]) => journal.find(query).map(({ id }) => id)
  expect(ids({})).toEqual([2, 3, 4])
  expect(ids({ method: 'get' })).toEqual([2, 4])
  expect(ids({ target: '/b', after: 3 })).toEqual([4])
  expect([ids({ status: '4xx' }), ids({ status: '404' })]).toEqual([[2, 3], [3]])
  expect([journal.clear(), journal.find({}), journal.lastId]).toEqual([3, [], 4])
})

test('long entries make more of the older ones way', () => {
  const journal = createJournal(1000, 2000)
  const entry = { at: 0, durationMs: 1, operation: undefined, family: undefined, method: 'GET', status: 200 }
  const rest = { requestBody: undefined, requestBytes: 0, answerHeaders: {}, answerBody: '', answerBytes: 0 }
  const none = { username: undefined, reason: undefined, explanation: undefined, changes: [] }
  const add = (requestHeaders: string[]) =>
    journal.add({ ...entry, ...rest, ...none, target: '/', requestHeaders })
  for (let count = 0; count < 6; count++) add([])
  add(['x-long', 'x'.repeat(1000)])
  const [first, ...more] = journal.find({}).map(({ id }) => id)
  expect(first).toBeGreaterThan(1)
  expect(more.at(-1)).toBe(7)
  add(['x-long', 'x'.repeat(3000)])
  expect(journal.find({})).toEqual([])
})

// A stream is sent in chunks.
test('a body nested too deep to be measured changes nothing of its answer', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const headers = { 'content-type': 'application/json' }
  const body = new ReadableStream({ start: (to) => (to.enqueue(Buffer.from(deep)), to.close()) })
  const answer = await fetch(server.url + login, { method: 'POST', headers, body, duplex: 'half' })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'malformed' })])
  expect(await last()).toMatchObject({ operation: 'login', request: { body: null, bytes: null } })
})

describe('what the server thought', () => {
  const send = {
    accepted: () => client.get(list, 'authorization', `Token ${server.parts.demo.privateTokens[0]?.token}`),
    anonymous: () => client.get(list),
    'a wrong word': () =>
      client.get(list, 'authorization', `Bearer ${server.parts.demo.privateTokens[0]?.token}`),
    'no such token': () => client.get(list, 'authorization', 'Bearer nobody-has-this-token'),
    'two headers': () => client.get(list, 'authorization', 'Bearer a', 'authorization', 'Bearer b'),
    'an unknown cookie': () => client.get(list, 'cookie', 'sessionid=nobody-has-this'),
    'an unknown user': () => client.json(login, { username: 'nobody', password: 'x' }),
    'a wrong password': () => client.json(login, { username: 'dee', password: 'x' }),
    'an unknown seed': () => client.json(second, { seed: 'nobody-has-this', otp_code: '123456' }),
    'no route': () => client.get('/nothing'),
    'no JSON': () => client.send('POST', login, ['content-type', 'application/json'], '{"password":'),
  }
  test.each<[keyof typeof send, string | null, string | null, number]>([
    ['accepted', 'ada', null, 200],
    ['anonymous', null, 'no credential was sent', 401],
    ['a wrong word', null, 'this is a private token: it goes after the word Token', 401],
    ['no such token', null, 'there is no such token', 401],
    ['two headers', null, 'Authorization was sent more than once', 401],
    ['an unknown cookie', null, 'there is no such session', 401],
    ['an unknown user', null, 'there is no such username', 401],
    ['a wrong password', null, 'of dee was wrong', 401],
    ['an unknown seed', null, 'there is no such seed', 401],
    ['no route', null, null, 404],
    ['no JSON', null, null, 400],
  ])('of %s', async (name, username, reason, status) => {
    await send[name]()
    const entry = await last()
    expect([entry.username, entry.status]).toEqual([username, status])
    if (reason === null) expect(entry.reason).toBeNull()
    else expect(entry.reason).toContain(reason)
  })

  test('of a token that expired, of a code that was used, and of a signature', async () => {
    const { token } = (await client.json(login, { username: 'dee', password: passwordOf('dee') })).json
    server.clock.advance({ seconds: 3610 })
    await client.get(list, 'authorization', `Bearer ${String(token)}`)
    expect((await last()).reason).toMatch(/^the token expired \d\d+ s ago$/)

    const { code } = (await control.get('/accounts/bob/code')).json
    const challenge = async () =>
      (await client.json(login, { username: 'bob', password: passwordOf('bob') })).json['seed']
    await client.json(second, { seed: await challenge(), otp_code: code })
    expect((await last()).username).toBe('bob')
    await client.json(second, { seed: await challenge(), otp_code: code })
    expect((await last()).reason).toMatch(/used before|steps too old/)

    await client.get(list, 'authorization', 'Signature keyId="x",algorithm="y",signature="z"')
    expect((await last()).explanation).toMatchObject({ rule: 'no access key has this key ID' })
  })
})

test('outside debug mode no signature is explained', async () => {
  await using bare = await startServer({ fastHash: true, controlPort: 0 })
  const signature =
    'Signature keyId="x",algorithm="hmac-sha256",headers="(request-target) date",signature="AAAA"'
  await createClient(bare).get(list, 'authorization', signature)
  const [entry] = (await createControlClient(bare).get('/journal')).json.entries
  expect(entry).toMatchObject({ reason: 'signature: no access key has this key ID', explanation: null })
})

test('a journal of none is kept for nobody, and says so', async () => {
  await using bare = await startServer({ fastHash: true, controlPort: 0, journal: 0 })
  await createClient(bare).get(list)
  const { json } = await createControlClient(bare).get('/journal')
  expect(json).toMatchObject({ entries: [], lastId: 0, kept: 0 })
})

test('the defects that were on stand beside the request', async () => {
  await control.put('/changes', { variations: ['refusals-answer-418'] })
  await client.get(list)
  await control.put('/changes', {})
  await client.get(list)
  const { entries } = (await control.get(`/journal?target=${list}`)).json
  expect(
    entries.map((entry: { status: number; changes: string[] }) => [entry.status, entry.changes]),
  ).toEqual([
    [401, []],
    [418, ['refusals-answer-418']],
  ])
})

test('a path that cannot be decoded stands as it was sent', async () => {
  expect((await client.get('/%zz?a=%b')).json).toMatchObject({ error: 'not-found' })
  expect(await last()).toMatchObject({ target: '/%zz?a=%b', status: 404 })
})

test('count, find and read agree', async () => {
  await client.get(list)
  await client.get('/nothing')
  await client.json(login, { username: 'dee', password: passwordOf('dee') })
  const count = async (query: string) => (await control.get(`/journal/count${query}`)).json.count
  expect([
    await count(''),
    await count('?status=4xx'),
    await count('?username=dee'),
    await count('?method=POST'),
  ]).toEqual([3, 2, 1, 1])
  const { id } = await last()
  expect((await control.get(`/journal/${id}`)).json).toMatchObject({ operation: 'login', username: 'dee' })
  expect((await control.get('/journal/0')).status).toBe(404)
  expect((await control.get('/journal?status=.*')).status).toBe(400)
  expect((await control.get('/journal?colour=red')).status).toBe(400)
})

test('no secret of any way in is in the journal, wherever a client puts it', async () => {
  const { demo } = server.parts
  const [key] = demo.accessKeys
  const secrets = [
    ...demo.accounts.map(({ password }) => password),
    ...demo.privateTokens.map(({ token }) => token),
    ...demo.accessKeys.map(({ keySecret }) => keySecret),
    'a-wrong-password-that-is-long',
    'an-unknown-token-that-is-long',
  ]
  for (const { username, password } of demo.accounts) {
    const { token, seed } = (await client.form(login, { username, password })).json as Record<string, string>
    await client.json(login, { username, password, extra: { password } })
    await client.json(login, { username, password: 'a-wrong-password-that-is-long' })
    if (seed) {
      secrets.push(seed)
      await client.json(second, { seed, otp_code: '000000' })
      await client.get(`${list}?seed=${seed}&q=${seed}`)
    }
    if (!token) continue
    secrets.push(token)
    await client.get(list, 'authorization', `Bearer ${String(token)}`)
    await client.get(`${list}?access=${token}&next=%2Fa%3Ft%3D${token}`, 'x-trace', `t ${token}`)
    await client.get(`/nothing/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`)
    await client.get(`/nothing/Bearer${token}x`, 'x-trace', `a${token}${token}`)
    await client.get(`/nothing/${token}`, 'referer', `http://127.0.0.1/?token=${token}`)
  }
  await client.get(list, 'authorization', 'Bearer an-unknown-token-that-is-long')
  await client.get(
    list,
    'authorization',
    `Basic ${Buffer.from(`dee:${passwordOf('dee')}`).toString('base64')}`,
  )
  for (const { token } of demo.privateTokens)
    await client.get(`${list}?q=${token}`, 'authorization', `Token ${token}`)

  const page = await client.get('/auth/login/')
  const cookies = (page.headers['set-cookie'] as string[]).map((one) => one.split(';')[0] ?? '')
  const csrf = /value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const web = await client.form(
    '/auth/login/',
    { csrfmiddlewaretoken: csrf, username: 'dee', password: passwordOf('dee') },
    'cookie',
    cookies.join('; '),
  )
  const sessions = (web.headers['set-cookie'] as string[]).map((one) => /=([^;]+)/.exec(one)?.[1] ?? '')
  secrets.push(csrf, ...sessions)
  await client.get(list, 'cookie', `sessionid=${sessions[0]}`)

  const date = httpDate(server.clock.now())
  const text = `(request-target): get ${list}\ndate: ${date}\ncookie: sessionid=${sessions[0]}`
  const signature = server.parts.signatures.sign(key?.keySecret ?? '', text)
  secrets.push(signature)
  const parameters = `keyId="${key?.keyId}",algorithm="hmac-sha256",headers="(request-target) date cookie",signature="${signature}"`
  const signed = [
    'date',
    date,
    'cookie',
    `sessionid=${sessions[0]}`,
    'authorization',
    `Signature ${parameters}`,
  ]
  await client.get(list, ...signed)
  expect((await last()).username).toBe('ada')
  await client.get(`${list}?x`, ...signed, 'x-signing-string', Buffer.from(text).toString('base64'))
  expect((await last()).explanation.rule).toBe('the signature does not match')

  const shown = await control.get('/journal?limit=1000')
  const whole = JSON.stringify(shown.json)
  expect(shown.json.total).toBeGreaterThan(30)
  expect(whole).toContain(`keyId=\\"${key?.keyId}\\"`)
  expect(whole).toContain('"username":"dee"')
  for (const secret of secrets) {
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ])
      expect([form, whole.includes(JSON.stringify(form).slice(1, -1))]).toEqual([form, false])
  }
})

test('long bodies are counted, not kept', async () => {
  await client.json(login, { username: 'dee', password: 'x'.repeat(9000) })
  const entry = await last()
  expect(entry.request).toMatchObject({ body: null, bytes: 9032 })
})

test('what the journal thinks changes no answer, even where a defect makes a service throw', async () => {
  const { privateTokens } = server.parts
  const { find } = privateTokens
  privateTokens.find = () => {
    throw new Error('a defect')
  }
  try {
    expect((await client.get(list, 'authorization', 'Bearer nobody-has-this')).status).toBe(401)
  } finally {
    privateTokens.find = find
  }
  expect(await last()).toMatchObject({ status: 401, reason: null })
})
