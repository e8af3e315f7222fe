import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../outcomes.ts'
import { WireFailure, type Wire, type WireRequest } from '../wire/exchange.ts'
import { createControlClient } from './control.ts'

const noWait = async () => {}

function create(status: number, body: string) {
  const requests: WireRequest[] = []
  const wire: Wire = {
    origin: 'http://127.0.0.1:8081',
    prefix: '/control',
    async send(request) {
      requests.push(request)
      const response = { status, headers: [], body: Buffer.from(body), truncated: false }
      return { request, response, sentAt: 10, answeredAt: 20 }
    },
    close: async () => {},
  }
  return { control: createControlClient(wire, noWait), requests }
}

test('reads the time, with further fields beside it', async () => {
  const { control, requests } = create(200, '{"now":"2026-11-20T10:00:00.000Z","zone":"UTC"}')
  expect(await control.read()).toEqual({ subjectMs: Date.UTC(2026, 10, 20, 10), sentAt: 10, answeredAt: 20 })
  expect(requests).toEqual([{ method: 'GET', target: '/control/clock', headers: [] }])
})

test('asks for a jump in seconds', async () => {
  const { control, requests } = create(200, '{"now":"2026-11-20T11:00:00Z"}')
  await control.advance(3600)
  expect(requests).toEqual([
    {
      method: 'POST',
      target: '/control/clock/advance',
      headers: [['Content-Type', 'application/json']],
      body: '{"seconds":3600}',
    },
  ])
})

test('a control that is gone is no fault of the suite', async () => {
  const request = { method: 'GET', target: '/', headers: [] }
  const dead = () => Promise.reject(new WireFailure('refused', 'accepts no connections', request))
  const client = createControlClient({ send: dead } as unknown as Wire, noWait)
  const gone = new SetupFailed('the clock control gave no answer: accepts no connections')
  await expect(client.advance(1)).rejects.toEqual(gone)
  await expect(client.read()).rejects.toEqual(gone)
  // It may come back: a server that restarts accepts no connections for a moment.
  await expect(client.read()).rejects.toEqual(gone)
})

test('a control that twice gave no answer is not asked again, and one that answers in between is', async () => {
  let asked = 0
  let isDead = true
  const body = Buffer.from('{"now":"2026-11-20T10:00:00Z"}')
  const response = { status: 200, headers: [], body, truncated: false }
  const send = async (request: WireRequest) => {
    asked++
    if (isDead) throw new WireFailure('timeout', 'no answer within 10000 ms', request)
    return { request, response, sentAt: 10, answeredAt: 20 }
  }
  const client = createControlClient({ send, prefix: '' } as unknown as Wire, noWait)

  await expect(client.read()).rejects.toThrow('no answer within')
  isDead = false
  await client.read()
  isDead = true
  await expect(client.read()).rejects.toThrow('no answer within')
  await expect(client.advance(1)).rejects.toThrow('no answer within')
  await expect(client.read()).rejects.toThrow('it is not asked again')
  expect(asked).toBe(4)
})

describe('a control that asks to come back later', () => {
  const start = (busyTimes: number, status: number, value: string) => {
    const waits: number[] = []
    let asked = 0
    const send = async (request: WireRequest) => {
      const isBusy = asked++ < busyTimes
      const body = Buffer.from('{"now":"2026-11-20T10:00:00Z"}')
      const headers = isBusy ? [['Retry-After', value]] : []
      const response = { status: isBusy ? status : 200, headers, body, truncated: false }
      return { request, response, sentAt: 10, answeredAt: 20 }
    }
    const wire = { send, prefix: '' } as unknown as Wire
    const client = createControlClient(wire, async (ms) => void waits.push(ms))
    return { client, waits, asked: () => asked }
  }

  test.each([429, 503])('is asked again then, after a %i', async (status) => {
    const { client, waits } = start(2, status, '5')
    await client.advance(60)

    expect(waits).toEqual([5000, 5000])
  })

  test('is waited for at least a second each time, and a minute in all', async () => {
    const { client, waits, asked } = start(Infinity, 503, '0')
    await expect(client.read()).rejects.toThrow('GET /clock of the clock control answered 503')

    expect(waits).toEqual(Array.from({ length: 60 }, () => 1000))
    expect(asked()).toBe(61)
  })

  test.each([
    [503, 'soon'],
    [503, '61'],
    [500, '1'],
  ])('is not asked again after %i with %j', async (status, value) => {
    const { client, waits } = start(1, status, value)
    await expect(client.read()).rejects.toThrow(`answered ${status}`)

    expect(waits).toEqual([])
  })
})

describe('what gives no time proves nothing', () => {
  test.for<[status: number, body: string]>([
    [404, '{"now":"2026-11-20T10:00:00.000Z"}'],
    [200, '{"now":"soon"}'],
    [200, '{"time":1}'],
    [200, '<html>'],
    [200, ''],
  ])('%d %s', async ([status, body]) => {
    await expect(create(status, body).control.read()).rejects.toThrow(
      `GET /control/clock of the clock control answered ${status}`,
    )
  })
})
