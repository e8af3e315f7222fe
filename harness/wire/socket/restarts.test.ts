import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpWire } from '../http.ts'
import { listenLocally } from '../listen-locally.ts'
import { createRestarts } from './restarts.ts'

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

/** A server that is away at certain times, on a clock that only moves while it is waited for. */
function createAway(isAway: (nowMs: number) => boolean, { hasAnswered = true } = {}) {
  let nowMs = 0
  let sent = 0
  const pass = (waitMs: number) => Promise.resolve(void (nowMs += waitMs))
  const { past, notes } = createRestarts(
    () => hasAnswered,
    () => nowMs,
    pass,
  )
  const send = async () => {
    sent++
    if (isAway(nowMs)) throw refused
    return 'answered'
  }
  return { send: () => past(send), past, pass, notes, now: () => nowMs, sent: () => sent }
}

test('a request is sent again until the server accepts connections', async () => {
  const server = createAway((nowMs) => nowMs < 2000)

  expect(await server.send()).toBe('answered')
  expect([server.now(), server.sent()]).toEqual([2000, 21])
  expect(server.notes()).toEqual([
    'the subject accepted no connections for a while, once, and then did again (waited 2.0 s); if nobody restarted it, look into its log',
  ])
})

test('a server that has ended is waited for once', async () => {
  const server = createAway(() => true)
  for (let nth = 0; nth < 3; nth++) await expect(server.send()).rejects.toBe(refused)

  expect(server.now()).toBe(3000)
  expect(server.notes()).toEqual([])
})

test('a server that comes back late is waited for again', async () => {
  const server = createAway((nowMs) => nowMs < 8000 || (nowMs > 10_000 && nowMs < 12_000))
  await expect(server.send()).rejects.toBe(refused)
  await server.pass(5500)
  expect(await server.send()).toBe('answered')
  await server.pass(2000)
  expect(await server.send()).toBe('answered')
})

test('a server that restarts all the time is waited for half a minute in all', async () => {
  const server = createAway((nowMs) => nowMs % 2000 < 1900)
  for (let nth = 0; nth < 50; nth++) {
    await server.send().catch(() => {})
    await server.pass(100)
  }

  expect(server.now() - 50 * 100).toBeCloseTo(30_000, -3)
})

test('a server that never answered is not waited for', async () => {
  const server = createAway(() => true, { hasAnswered: false })

  await expect(server.send()).rejects.toBe(refused)
  expect(server.now()).toBe(0)
})

test('a request that may have arrived is not sent again', async () => {
  const server = createAway(() => false)
  const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET' })

  await expect(server.past(() => Promise.reject(cut))).rejects.toBe(cut)
  expect(server.now()).toBe(0)
})

test.each([
  ['undici', []],
  ['raw', [['Expect', 'x']]],
] as const)('by %s, a POST survives a restart', async (_, headers) => {
  const answer = () =>
    createServer((_, response) => response.end()).on('checkExpectation', (_, response) => response.end())
  const first = await listenLocally(answer())
  const wire = createHttpWire({ baseUrl: first.url, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4 })
  onTestFinished(() => wire.close())
  const post = { method: 'POST', target: '/', headers, body: 'x' }
  await wire.send(post)
  await first.stop()
  const later = wire.send(post)
  const again = answer()
  setTimeout(() => again.listen(Number(new URL(first.url).port), '127.0.0.1'), 150)
  onTestFinished(() => void again.close())

  expect((await later).response.status).toBe(200)
})

test('a GET that a restart cut is sent again', async () => {
  let answered = 0
  const answer = () => createServer((_, response) => (answered++ === 1 ? end() : void response.end()))
  const first = await listenLocally(answer())
  const wire = createHttpWire({ baseUrl: first.url, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4 })
  onTestFinished(() => wire.close())
  const again = answer()
  onTestFinished(() => void again.close())
  const end = () => {
    void first.stop()
    setTimeout(() => again.listen(Number(new URL(first.url).port), '127.0.0.1'), 150)
  }
  const get = { method: 'GET', target: '/', headers: [] }
  await wire.send(get)

  expect((await wire.send(get)).response.status).toBe(200)
  expect(answered).toBe(3)
})
