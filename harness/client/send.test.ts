import { describe, expect, test } from 'vitest'
import { AskedToWait, SetupFailed } from '../outcomes.ts'
import { header, type SendOptions, WireFailure, type WireRequest } from '../wire/exchange.ts'
import { HeldBack } from '../wire/socket/wire-failure.ts'
import { anonymous, bearer, signature } from './credentials/credentials.ts'
import { redirectTarget, send, type ApiRequest } from './send.ts'
import { signatureHeader, signatureOf, signingString } from './credentials/http-signature.ts'
import { adasKey } from './testing/accounts.ts'
import { answerOf } from './testing/answers.ts'
import { answerMs, createTestClient, inTurn, type Subject } from './testing/test-client.ts'

const to = (location: string, status = 307) => ({ status, headers: [['Location', location] as const] })
const get = (path: string): ApiRequest => ({
  method: 'GET',
  path,
  credential: anonymous,
  role: 'step',
  part: 'list',
})

const sending = (subject: Subject, request: ApiRequest = get('/list'), prefix = '') => {
  const client = createTestClient(subject, { prefix })
  return { ...client, answer: send(client.run, client.trace, request) }
}

describe('what is sent', () => {
  test('accept, the fields asked for, then the credential', async () => {
    const { answer, sent } = sending(
      { 'GET /list': {} },
      { ...get('/list'), headers: [['Cache-Control', 'no-cache']], credential: bearer('abc') },
    )
    await answer
    expect(sent).toMatchObject([
      {
        headers: [
          ['Accept', 'application/json'],
          ['Cache-Control', 'no-cache'],
          ['Authorization', 'Bearer abc'],
        ],
      },
    ])
    expect(sent[0]).not.toHaveProperty('body')
  })

  test.for<[tried: string, isMasked: boolean]>([
    ['e47af8a3d267bf878f17ab95106497e207b5f02X', true],
    ['e47af8a3d267Xbf878f17ab95106497e207b5f029', true],
    ['e47af8a3d267bf878f17', true],
    ['/api/v1/users/users/', false],
    ['e47af8a', false],
  ])('a wrong token that is made of a declared one is a secret too: %s', async ([tried, isMasked]) => {
    const token = 'e47af8a3d267bf878f17ab95106497e207b5f029'
    const declared = { privateTokens: { plain: { username: 'ada', token } } }
    const { run, trace } = createTestClient({}, { declared })
    await send(run, trace, { ...get('/list'), credential: bearer(tried) })
    expect(run.secrets.mask(`you sent ${tried}`)).toBe(`you sent ${isMasked ? '***' : tried}`)
  })

  test.for<[what: string, tried: string, known: boolean]>([
    ['half of it from its start', 'abcdefgh', true],
    ['half of it from its end', '-------ijklmnop', true],
    ['some of both ends', 'abcd--mnop', true],
    ['less than half of it', 'abcdefg---------', false],
    ['all of it', 'abcdefghijklmnop', false],
    ['nothing of it', '----------------', false],
  ])('%s, sent as a credential', async ([, tried, known]) => {
    const declared = { privateTokens: { plain: { username: 'ada', token: 'abcdefghijklmnop' } } }
    const { run, trace } = createTestClient({}, { declared })
    await send(run, trace, { ...get('/list'), credential: bearer(tried) })
    const label = 'an invalid credential made of a valid one'
    expect(run.knownSecrets()).toEqual(known ? [{ value: tried, label }] : [])
  })

  test('of a long secret eight characters are too few', async () => {
    const token = 'abcdefgh'.padEnd(40, '0123456789')
    const { run, trace } = createTestClient(
      {},
      { declared: { privateTokens: { plain: { username: 'ada', token } } } },
    )
    await send(run, trace, { ...get('/list'), credential: bearer('abcdefgh--------') })
    expect(run.knownSecrets()).toEqual([])
  })

  test('a signature that is too short for one is none', async () => {
    const made = {
      ...signature(adasKey),
      fields: () => [['Authorization', 'Signature signature="AAAA"'] as const],
    }
    const { answer, run } = sending({}, { ...get('/list'), credential: made })
    await answer
    expect(run.knownSecrets()).toEqual([])
  })

  test('a signature that was sent is a secret', async () => {
    const { answer, sent, run } = sending({}, { ...get('/list'), credential: signature(adasKey) })
    await answer
    const made = /signature="(.+?)"/.exec(header(sent[0]?.headers ?? [], 'authorization') ?? '')?.[1]
    expect(run.knownSecrets()).toEqual([{ value: made, label: 'a signature' }])
  })

  test('no Accept where it is to be empty, and the body where there is one', async () => {
    const { answer, sent } = sending({}, { ...get('/list'), method: 'POST', accept: '', body: '{}' })
    await answer
    expect(sent).toMatchObject([{ method: 'POST', headers: [], body: '{}' }])
  })

  test('the prefix of the base URL stands before a path, but not before a whole target', async () => {
    const client = createTestClient({}, { prefix: '/sso' })
    await send(client.run, client.trace, get('/list?q=1'))
    await send(client.run, client.trace, { ...get('/list?q=1'), whole: true })
    expect(client.asked()).toEqual(['GET /sso/list?q=1', 'GET /list?q=1'])
  })

  test('the connection asked for', async () => {
    const { answer, sent } = sending({}, { ...get('/list'), options: { freshConnection: true } })
    await answer
    expect(sent[0]?.options).toMatchObject({ freshConnection: true, part: 'list' })
  })
})

describe('an answer whose body was cut', () => {
  test.for([200, 400, 307])('with %d proves nothing, and is shown', async (status) => {
    const reply = { status, headers: [['Location', '/new'] as const], json: {}, truncated: true }
    const { answer, trace } = sending({ 'GET /list': reply })
    await expect(answer).rejects.toThrow(
      new SetupFailed(
        `GET /list answered ${status} with a body longer than 32 MiB (limits.maxBodyBytes), which proves nothing`,
      ),
    )
    expect(trace.exchanges).toMatchObject([{ exchange: { response: { truncated: true } } }])
  })

  test('one that was not read, since too many differ, says so', async () => {
    const { answer } = sending({ 'GET /list': { json: [], truncated: true, isOneTooMany: true } })
    await expect(answer).rejects.toThrow(
      'GET /list answered 200 with a body of over 1 MiB, after 1024 MiB of such bodies that all differ (32 times limits.maxBodyBytes; 0: no limit), which proves nothing',
    )
  })

  test('the limit is said as it was declared', async () => {
    const declared = { limits: { maxBodyBytes: 1000 } }
    const { run, trace } = createTestClient({ 'GET /list': { json: {}, truncated: true } }, { declared })
    await expect(send(run, trace, get('/list'))).rejects.toThrow(
      'longer than 1000 bytes (limits.maxBodyBytes)',
    )
  })
})

describe('a redirect', () => {
  test.for([307, 308])('%d is followed with method, body and query', async (status) => {
    const request = { ...get('/old?a=1'), method: 'POST', body: '{}' }
    const { answer, sent } = sending({ 'POST /old': to('/new', status), 'POST /new': { json: 1 } }, request)
    expect((await answer).response.status).toBe(200)
    expect(sent).toMatchObject([
      { method: 'POST', target: '/old?a=1', body: '{}' },
      { method: 'POST', target: '/new?a=1', body: '{}' },
    ])
  })

  test('keeps a query of its own', async () => {
    const { answer, asked } = sending({ 'GET /old': to('/new?b=2') }, get('/old?a=1'))
    await answer
    expect(asked()).toEqual(['GET /old?a=1', 'GET /new?b=2'])
  })

  test.for([300, 301, 302, 303, 304])('with %d is not followed', async (status) => {
    const { answer, asked } = sending({ 'GET /list': to('/new', status) })
    expect((await answer).response.status).toBe(status)
    expect(asked()).toEqual(['GET /list'])
  })

  test.for([
    'http://elsewhere.test/list',
    '//elsewhere.test/list',
    'https://subject.test:8080/list',
    'http://',
  ])('to %s is not followed: no credential goes to another origin', async (location) => {
    const { answer, asked } = sending({ 'GET /list': to(location) })
    expect((await answer).response.status).toBe(307)
    expect(asked()).toHaveLength(1)
  })

  test('is not followed from a challenge, which is answered by its second step', async () => {
    const challenge = { code: 101, msg: 'go on', seed: 'one', otp_url: '/otp' }
    const { answer, asked } = sending({ 'GET /old': { ...to('/page'), json: challenge } }, get('/old'))
    expect((await answer).response.status).toBe(307)
    expect(asked()).toEqual(['GET /old'])
  })

  test('is followed three times, and no more', async () => {
    const { answer, asked } = sending({ 'GET /list': to('/list') })
    expect((await answer).response.status).toBe(307)
    expect(asked()).toHaveLength(4)
  })

  test('without a Location leads nowhere', () => {
    expect(redirectTarget(answerOf('', 307).exchange, 'http://subject.test')).toBeUndefined()
  })

  test('is signed again, for the new target and with its own date', async () => {
    const { answer, sent, run } = sending(
      { 'GET /old': to('/new') },
      { ...get('/old?a=1'), credential: signature(adasKey, { list: ['(request-target)', 'date', 'host'] }) },
    )
    await answer
    const dates = sent.map(({ headers }) => header(headers, 'date'))
    expect(new Set(dates).size).toBe(2)
    const fields = [['Date', dates[1] ?? ''] as const, ['Host', 'subject.test:8080'] as const]
    const parts = { method: 'GET', target: '/new?a=1', fields }
    const text = signingString(['(request-target)', 'date', 'host'], parts)
    expect(header(sent[1]?.headers ?? [], 'authorization')).toBe(
      signatureHeader({
        keyId: adasKey.keyId,
        algorithm: 'hmac-sha256',
        headers: ['(request-target)', 'date', 'host'],
        signature: signatureOf(text, adasKey.keySecret),
      }),
    )
    expect(run.wire.origin).toBe('http://subject.test:8080')
  })

  test('known from an accepted request is not asked for again, with any query', async () => {
    const client = createTestClient({})
    client.run.redirects.set('/old', '/new')
    await send(client.run, client.trace, get('/old?a=1'))
    await send(client.run, client.trace, get('/older'))
    expect(client.asked()).toEqual(['GET /new?a=1', 'GET /older'])
  })
})

describe('what says nothing ends the case as inconclusive', () => {
  test.for([
    [429, '; if it limits requests, declare limits.requestsPerSecond or limits.concurrency'],
    [502, ''],
    [503, '; if it limits requests, declare limits.requestsPerSecond or limits.concurrency'],
    [504, ''],
  ] as const)('%d', async ([status, hint]) => {
    const { answer, trace } = sending({ 'GET /list': { status } })
    const Reason = hint !== '' ? AskedToWait : SetupFailed
    await expect(answer).rejects.toThrow(new Reason(`GET /list answered ${status}${hint}`))
    expect(trace.exchanges).toMatchObject([{ role: 'step', exchange: { response: { status } } }])
  })

  test('429, with the time when to try again', async () => {
    const { answer } = sending({ 'GET /list': { status: 429, headers: [['Retry-After', '7']] } })
    await expect(answer).rejects.toThrow('GET /list answered 429, to be tried again after 7')
  })

  test('429 to eight that began together is one, though each had to connect first', async () => {
    const { run, trace, pass } = createTestClient({})
    let begun = 0
    const wire = {
      async send(request: WireRequest, { mayBegin }: SendOptions = {}) {
        expect(mayBegin?.()).toBe(true)
        begun++
        while (begun < 8) await Promise.resolve()
        const { exchange } = answerOf('', 429)
        const sentAt = run.monotonic()
        pass(1)
        return { ...exchange, request, sentAt, answeredAt: run.monotonic() }
      },
    }
    const eight = Array.from({ length: 8 }, () =>
      send({ ...run, wire: { ...run.wire, ...wire } }, trace, get('/list')),
    )
    await Promise.allSettled(eight)
    expect([begun, run.rateLimit.gaveUp()]).toEqual([8, false])
  })

  test.for([
    ['the connection was cut', 'GET /list got no complete answer: the connection was cut'],
    ['gave no answer to GET /list', 'gave no answer to GET /list'],
  ] as const)('no complete answer: the failure is in the transcript (%s)', async ([words, said]) => {
    const { answer, trace } = sending({
      'GET /list': (request) => {
        throw new WireFailure('cut', words, request)
      },
    })
    await expect(answer).rejects.toThrow(new SetupFailed(said))
    expect(trace.exchanges).toMatchObject([{ role: 'step', failure: { kind: 'cut' } }])
  })

  test('but what is our own fault stays an error', async () => {
    const { answer } = sending({
      'GET /list': () => {
        throw new TypeError('never sent')
      },
    })
    await expect(answer).rejects.toThrow(TypeError)
  })
})

test('a Retry-After is waited for before anything else is sent', async () => {
  const client = createTestClient({
    'GET /list': inTurn({ status: 429, headers: [['Retry-After', '5']] }, { json: [] }),
  })
  await expect(send(client.run, client.trace, get('/list'))).rejects.toThrow(SetupFailed)
  const before = client.now()
  await send(client.run, client.trace, get('/list'))
  expect(client.now() - before).toBeGreaterThanOrEqual(5000)
})

test('a login that was held back on its way is sent again, and not counted as rejected', async () => {
  let asked = 0
  const post: ApiRequest = { ...get('/login'), method: 'POST', login: { owner: 'ada' } }
  const { answer, run } = sending(
    {
      'POST /login': () => {
        if (++asked === 1) throw new HeldBack()
        return { json: { token: 'abc' } }
      },
    },
    post,
  )
  expect((await answer).response.status).toBe(200)
  expect([asked, run.failedLogins.total]).toEqual([2, 0])
})

test.for([
  ['refused', 0],
  ['cut', 1],
] as const)('a login whose connection was %s counts as %i rejected ones', async ([kind, rejected]) => {
  const post: ApiRequest = { ...get('/login'), method: 'POST', login: { owner: 'ada', way: 'json' } }
  const { answer, run } = sending(
    {
      'POST /login': (request) => {
        throw new WireFailure(kind, 'no connection', request)
      },
    },
    post,
  )
  await expect(answer).rejects.toThrow(SetupFailed)
  expect(run.failedLogins.total).toBe(rejected)
})

test('a signed request that waited for a Retry-After is dated when it is sent', async () => {
  const client = createTestClient({
    'GET /list': inTurn({ status: 429, headers: [['Retry-After', '60']] }, { json: [] }),
  })
  client.run.signatureDates.reachBack(5)
  const signed = { ...get('/list'), credential: signature(adasKey) }
  await expect(send(client.run, client.trace, signed)).rejects.toThrow(SetupFailed)
  await send(client.run, client.trace, signed)
  const [, date = ''] = client.sent.map(({ headers }) => header(headers, 'date'))
  // Five seconds ago by the subject's clock, plus the fraction of a second that a date leaves out.
  expect(client.now() - answerMs - Date.parse(date)).toBeLessThan(6000)
})

test('the longest GET is remembered for a while: what waits for an answer of the subject takes its measure', async () => {
  const client = createTestClient({ 'POST /login': {}, 'GET /list': {} })
  await send(client.run, client.trace, { ...get('/login'), method: 'POST' })
  expect(client.run.slowestGetMs).toBe(0)
  await send(client.run, client.trace, get('/list'))
  expect(client.run.slowestGetMs).toBe(40)
  client.run.slowestGetMs = 90
  await send(client.run, client.trace, get('/list'))
  expect(client.run.slowestGetMs).toBeCloseTo(90 * 0.97)
})

describe('a login that is answered 403 with Retry-After', () => {
  const post: ApiRequest = {
    ...get('/api/v1/authentication/auth/'),
    method: 'POST',
    body: '{}',
    login: { owner: 'ada', way: 'ada json' },
  }
  const comeBack = { status: 403, headers: [['Retry-After', '600'] as const] }
  const subject = { 'POST /api/v1/authentication/auth/': comeBack }

  test('is not counted where everybody is banned', async () => {
    const { answer, run } = sending({ ...subject, 'GET /api/v1/users/users/': comeBack }, post)
    await expect(answer).rejects.toThrow('to be tried again after 600')
    expect(run.failedLogins.ofAccount('ada')).toBe(0)
  })

  test('says nothing where that can not be told, but is in the transcript, and counted', async () => {
    const cut = (request: WireRequest) => {
      throw new WireFailure('cut', 'the connection was cut', request)
    }
    const { answer, run, trace } = sending({ ...subject, 'GET /api/v1/users/users/': cut }, post)
    await expect(answer).rejects.toThrow(
      new SetupFailed(
        'POST /api/v1/authentication/auth/ answered 403, to be tried again after 600; whether everybody is banned is unknown: the connection was cut',
      ),
    )
    expect(trace.exchanges).toMatchObject([{ exchange: { response: { status: 403 } } }])
    expect(run.failedLogins.ofAccount('ada')).toBe(1)
  })

  test('is counted where others are let through', async () => {
    const { answer, run } = sending({ ...subject, 'GET /api/v1/users/users/': { status: 401 } }, post)
    await answer
    expect(run.failedLogins.ofAccount('ada')).toBe(1)
  })
})
