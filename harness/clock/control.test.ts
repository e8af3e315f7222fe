import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../outcomes.ts'
import { WireFailure, type Wire, type WireRequest } from '../wire/exchange.ts'
import { createControlClient } from './control.ts'

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
  return { control: createControlClient(wire), requests }
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
  const client = createControlClient({ send: dead } as unknown as Wire)
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
  const client = createControlClient({ send, prefix: '' } as unknown as Wire)

  await expect(client.read()).rejects.toThrow('no answer within')
  isDead = false
  await client.read()
  isDead = true
  await expect(client.read()).rejects.toThrow('no answer within')
  await expect(client.advance(1)).rejects.toThrow('no answer within')
  await expect(client.read()).rejects.toThrow('it is not asked again')
  expect(asked).toBe(4)
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
