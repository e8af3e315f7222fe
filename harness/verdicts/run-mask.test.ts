import type { CaseResult } from './results.ts'
import { expect, test } from 'vitest'
import { createSampleReport } from '../../reports/testing/sample-report.ts'
import { reportedExchange } from '../engine/reported-exchange.ts'
import { createRunMask } from './run-mask.ts'

const drawnByLot = 'e47af8a3d267bf878f17ab95106497e207b5f029'

const failure = {
  id: 'a.b/one',
  requirement: 'a.b',
  title: 'a case',
  verdict: 'fail',
  wanted: 'a rejection',
  got: `GET /users/ answered 400 seen ${drawnByLot}`,
  message: `expected a rejection, but GET /users/ answered 400 seen ${drawnByLot}`,
  durationMs: 1,
  exchanges: 1,
} as const

test('words of an answer that look drawn by lot are told by their length, what was sent is shown', () => {
  const exchange = createSampleReport()
    .requirements.flatMap(({ cases }) => cases)
    .flatMap(({ transcript }) => transcript)
    .find(({ request, response }) => request.body !== null && response !== null)
  if (!exchange?.response) throw new Error('the sample has no such exchange')
  const result: CaseResult = {
    ...failure,
    transcript: [
      {
        ...exchange,
        request: { ...exchange.request, body: drawnByLot },
        response: { ...exchange.response, headers: [['X-Seen', drawnByLot]], body: `"${drawnByLot}"` },
      },
    ],
  }
  const masked = createRunMask({ secrets: [], own: [], results: [] }).result(result)

  expect(masked.got).toBe('GET /users/ answered 400 seen ‹40 characters›')
  expect(masked.message).toMatch(/seen ‹40 characters›$/)
  expect(masked.transcript[0]?.response).toMatchObject({
    headers: [['X-Seen', '‹40 characters›']],
    body: '"‹40 characters›"',
  })
  expect(masked.transcript[0]?.request.body).toBe(drawnByLot)
})

test('a field of the declaration is our own word, however long', () => {
  const { result } = createRunMask({ secrets: [], own: [], results: [] })
  const message = 'ada has no failed logins left (limits.failedLoginsPerAccount is 2)'
  expect(result({ ...failure, message, transcript: [] }).message).toBe(message)
})

test('lists of eight and more numbers are told by their length: bytes are written in more ways than can be read', () => {
  const { result } = createRunMask({ secrets: [], own: [], results: [] })
  const shown = (got: string) => result({ ...failure, got, transcript: [] }).got

  expect(shown('answered 400 {"saw":[53, 0, 5 3 0 57 0 88]}')).toBe('answered 400 {"saw":[‹8 numbers›]}')
  expect(shown('at U+0079 U+0000 U+0071 U+0000 U+006F U+0000 U+0074 U+0000')).toBe('at ‹8 numbers›')
  expect(shown('at 0x79,0x00,0x71,0x00,0x6F,0x00,0x74,0x00')).toBe('at ‹8 numbers›')
  expect(shown('at chr(9).chr(0).chr(7).chr(8).chr(9).chr(10).chr(1).chr(2)')).toBe('at ‹8 numbers›)')
  expect(shown('ids [1,2,3,4,5,6,7] of 2026-11-22T17:22:16.123Z')).toBe(
    'ids [1,2,3,4,5,6,7] of 2026-11-22T17:22:16.123Z',
  )
})

test('a body that was sent is shown whole or by its length: what is masked in it leaves no cut end of a secret', () => {
  const secret = 'S3cret-of-ada-4711'
  // Once the password is masked, the body is short enough for the cut end of what was kept to be shown.
  const sent = { username: 'ada', password: 'x'.repeat(7950), again: secret }
  const exchange = {
    request: { method: 'POST', target: '/', headers: [], body: JSON.stringify(sent) },
    response: { status: 400, headers: [], body: new Uint8Array(), truncated: false },
    sentAt: 0,
    answeredAt: 0,
  }
  for (let more = 0; more < 30; more++) {
    const request = {
      ...exchange.request,
      body: JSON.stringify({ ...sent, password: 'x'.repeat(7940 + more) }),
    }
    const traced = { role: 'judged', exchange: { ...exchange, request } } as const
    const transcript = [reportedExchange({ wire: { origin: 'http://one.test' } as never }, traced, 1)]
    const secrets = [{ value: secret, label: 'a password' }]
    const masked = createRunMask({ secrets, own: [], results: [] }).result({ ...failure, transcript })
    expect(masked.transcript[0]?.request.body).not.toContain('S3')
  }
})

test('the name of a cookie holds no secret on the timeline either', () => {
  const event = { atSeconds: 0, kind: 'refused', label: 'users-v1 list' } as const
  const lanes = ['session cookie 1', `cookie ${drawnByLot}`, 'cookie theme']
  const timeline = lanes.map((lane) => ({ ...event, lane }))
  const secrets = [{ value: drawnByLot, label: 'a token' }]
  const own = ['session cookie']
  const masked = createRunMask({ secrets, own, results: [] }).result({ ...failure, timeline, transcript: [] })

  expect(masked.timeline?.map(({ lane }) => lane)).toEqual(['session cookie 1', 'cookie ***', 'cookie theme'])
})

test('a secret that a client sent as the method is masked', () => {
  const [exchange] = createSampleReport()
    .requirements.flatMap(({ cases }) => cases)
    .flatMap(({ transcript }) => transcript)
  if (!exchange) throw new Error('the sample has no exchange')
  const transcript = [{ ...exchange, request: { ...exchange.request, method: drawnByLot } }]
  const secrets = [{ value: drawnByLot, label: 'a token' }]
  const masked = createRunMask({ secrets, own: [], results: [] }).result({ ...failure, transcript })

  expect(masked.transcript[0]?.request.method).toBe('***')
})

test('the trace id of a request is no secret, even where a secret holds eight characters of it', () => {
  const exchange = createSampleReport()
    .requirements.flatMap(({ cases }) => cases)
    .flatMap(({ transcript }) => transcript)
    .find(({ request }) => request.method === 'GET')
  if (!exchange) throw new Error('the sample has no exchange')
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const headers: [string, string][] = [
    ['X-Other', '4bf92f3577b34da6'],
    ['traceparent', traceparent],
  ]
  const transcript = [{ ...exchange, request: { ...exchange.request, headers } }]
  const secrets = [{ value: '4bf92f3577b34da6', label: 'a token' }]
  const { result } = createRunMask({ secrets, own: [], results: [] })
  const [masked] = result({ ...failure, transcript }).transcript

  expect(masked?.request.headers).toEqual([
    ['X-Other', '***'],
    ['traceparent', traceparent],
  ])
  expect(masked?.curl).not.toContain('traceparent')
})

test('the signing string of a request has its secrets masked', () => {
  const exchange = createSampleReport()
    .requirements.flatMap(({ cases }) => cases)
    .flatMap(({ transcript }) => transcript)
    .find(({ request }) => request.method === 'GET')
  if (!exchange) throw new Error('the sample has no exchange')
  const headers: [string, string][] = [
    ['X-Other', drawnByLot],
    ['Authorization', 'Signature keyId="key",headers="x-other",signature="abc"'],
  ]
  const transcript = [{ ...exchange, request: { ...exchange.request, headers } }]
  const secrets = [{ value: drawnByLot, label: 'a token' }]
  const { result } = createRunMask({ secrets, own: [], results: [] })

  expect(result({ ...failure, transcript }).transcript[0]?.signingString).toBe('x-other: ***')
})

test('a secret is not told in pieces, in the members of a body', () => {
  const pieces = ['S3cret-', 'of-ada', '-4711']
  const exchange = {
    request: { method: 'GET', target: '/', headers: [] },
    response: {
      status: 400,
      headers: [],
      body: Buffer.from(JSON.stringify(Object.fromEntries(pieces.map((piece, at) => [`part ${at}`, piece])))),
      truncated: false,
    },
    sentAt: 0,
    answeredAt: 0,
  }
  const transcript = [
    reportedExchange({ wire: { origin: 'http://one.test' } as never }, { role: 'judged', exchange }, 1),
  ]
  const secrets = [{ value: pieces.join(''), label: 'a password' }]
  const masked = createRunMask({ secrets, own: [], results: [] }).result({ ...failure, transcript })
  expect(masked.transcript[0]?.response?.body).not.toContain('ada')
})

test('a secret is not shown in pieces in header fields either: of many, only the lengths are told', () => {
  const date: [string, string] = ['Date', 'Tue, 24 Nov 2026 02:14:14 GMT']
  const third: [string, string] = ['X-C', '4711']
  const shown = (...fields: [string, string][]) => {
    const [exchange] = createSampleReport()
      .requirements.flatMap(({ cases }) => cases)
      .flatMap(({ transcript }) => transcript)
    if (!exchange?.response) throw new Error('the sample has no exchange')
    const transcript = [{ ...exchange, response: { ...exchange.response, headers: fields } }]
    const secrets = [{ value: 'S3cret-of-ada-4711', label: 'a password' }]
    const { result } = createRunMask({ secrets, own: [], results: [] })
    return result({ ...failure, transcript }).transcript[0]?.response?.headers
  }

  expect(shown(['X-A', 'S3cret-'], ['X-B', 'of-ada-'], third, date)).toEqual([
    ['X-A', '‹7 characters›'],
    ['X-B', '‹7 characters›'],
    ['X-C', '‹4 characters›'],
    ['Date', '‹29 characters›'],
  ])
  expect(shown(third, date)).toEqual([third, date])

  // A fingerprint is made of the type: whether a date happens to hide the fields must not change it.
  const type: [string, string] = ['Content-Type', 'application/json; charset=utf-8']
  expect(shown(['X-A', 'S3cret-'], ['X-B', 'of-ada-'], third, type)?.at(-1)).toEqual(type)
  const odd: [string, string] = ['Content-Type', 'application/4711']
  expect(shown(['X-A', 'S3cret-'], ['X-B', 'of-ada-'], odd)?.at(-1)).toEqual([
    'Content-Type',
    '‹16 characters›',
  ])
})

test('the fields of an answer keep their names, however many there are', () => {
  const headers = Array.from({ length: 20 }, (_, at): [string, string] => [
    `X-Content-Field-${at}`,
    'no-store',
  ])
  const exchange = {
    request: { method: 'GET', target: '/', headers: [] },
    response: { status: 200, headers, body: new Uint8Array(), truncated: false },
    sentAt: 0,
    answeredAt: 0,
  }
  const transcript = [
    reportedExchange({ wire: { origin: 'http://one.test' } as never }, { role: 'judged', exchange }, 1),
  ]
  const secrets = [{ value: 'dee-Turquoise-Kettle-77', label: 'a password' }]
  const masked = createRunMask({ secrets, own: [], results: [] }).result({ ...failure, transcript })
  expect(masked.transcript[0]?.response?.headers).toEqual(headers)
})
