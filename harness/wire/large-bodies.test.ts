import { expect, onTestFinished, test } from 'vitest'
import type { WireFailure, WireRequest } from './exchange.ts'
import { createHttpWire, type HttpWireOptions } from './http.ts'
import { createLargeBodies, withinBytes } from './large-bodies.ts'
import { startCannedServer, startHttpServer } from './testing/servers.ts'

const get = (target = '/'): WireRequest => ({ method: 'GET', target, headers: [] })
/** Sent over a separate socket, bypassing the HTTP library. */
const raw = (target = '/'): WireRequest => ({ ...get(target), headers: [['Connection', 'close']] })
const bySender = [
  ['by the library', get],
  ['raw', raw],
] as const
const openWire = (baseUrl: string, options: Partial<HttpWireOptions> = {}) => {
  const wire = createHttpWire({
    baseUrl,
    timeoutMs: 30_000,
    requestsPerSecond: 0,
    concurrency: 4,
    ...options,
  })
  onTestFinished(() => wire.close())
  return wire
}
const text = (body: Uint8Array) => Buffer.from(body).toString()
const failure = (promise: Promise<unknown>): Promise<WireFailure> =>
  promise.then(
    () => expect.unreachable('there was an answer'),
    (reason: unknown) => reason as WireFailure,
  )

/** Responds with 4 MiB: the query, repeated. */
const startLarge = () =>
  startHttpServer((request, response) => {
    const [, word = ''] = (request.url ?? '').split('?')
    response.end(Buffer.alloc(4 * 1024 * 1024, word))
  })

test.each(bySender)('the same body is stored once, whatever came in between, %s', async (_, make) => {
  const { url } = await startLarge()
  const wire = openWire(url)
  const first = await wire.send(make('/?aaab'))
  const other = await wire.send(make('/?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'))
  const again = await wire.send(make('/?aaab'))

  expect(again.response.body).toBe(first.response.body)
  expect(text(other.response.body.subarray(0, 33))).toBe('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')
})

test.each(bySender)('so is one of 20 KB, but none of a few, %s', async (_, make) => {
  const { url } = await startHttpServer((request, response) =>
    response.end(Buffer.alloc(request.url === '/long' ? 20_000 : 200, 'x')),
  )
  const wire = openWire(url)
  const bodyOf = async (target: string) => (await wire.send(make(target))).response.body

  expect(await bodyOf('/long')).toBe(await bodyOf('/long'))
  expect(await bodyOf('/short')).not.toBe(await bodyOf('/short'))
})

test.each(bySender)('at most two are read at a time, %s', async (_, make) => {
  // More than the system's buffers hold.
  const half = Buffer.alloc(16 * 1024 * 1024, 'x')
  const open = new Set<() => void>()
  let begun = () => {}
  const { url } = await startHttpServer((request, response) => {
    if (request.url === '/short') return response.end()
    response.writeHead(200, { 'content-length': 2 * half.length })
    // Once the first half has been flushed, this body is being read; unread data is not flushed.
    response.write(half, () => {
      open.add(() => response.end(half))
      begun()
    })
  })
  const wire = openWire(url, { concurrency: 7 })
  const all = Array.from({ length: 6 }, () => wire.send(make()))
  while (open.size < 2) await new Promise<void>((resolve) => (begun = resolve))
  // Meanwhile, the others could begin too.
  for (let asked = 0; asked < 50; asked++) await wire.send(make('/short'))
  expect(open.size).toBe(2)
  for (let ended = 0; ended < 6; ended++) {
    while (open.size < Math.min(2, 6 - ended)) await new Promise<void>((resolve) => (begun = resolve))
    const [end] = open
    open.delete(end!)
    end!()
  }
  const lengths = (await Promise.all(all)).map(({ response }) => response.body.length)

  expect(lengths).toEqual(Array(6).fill(2 * half.length))
})

test.each(bySender)('what waits for its turn does not run out of time, %s', async (_, make) => {
  let requests = 0
  const { url } = await startHttpServer((_, response) => {
    const body = Buffer.alloc(2 * 1024 * 1024)
    response.writeHead(200, { 'content-length': body.length })
    // The first two never end. The requests waiting behind them get their turn, and their full time.
    if (++requests > 2) response.end(body)
    else response.write(body.subarray(1))
  })
  const wire = openWire(url, { concurrency: 6, timeoutMs: 1500 })
  const hanging = [wire.send(make()), wire.send(make())].map((one) => failure(one))
  await expect.poll(() => requests).toBe(2)
  const waiting = [wire.send(make()), wire.send(make())]

  expect((await Promise.all(hanging)).map(({ kind }) => kind)).toEqual(['timeout', 'timeout'])
  expect((await Promise.all(waiting)).map(({ response }) => response.body.length)).toEqual([
    2 * 1024 * 1024,
    2 * 1024 * 1024,
  ])
})

test.each(bySender)('of a body that is cut nothing but its beginning is kept, %s', async (_, make) => {
  const { url } = await startLarge()
  const wire = openWire(url, { maxBodyBytes: 3 * 1024 * 1024 })
  const { response } = await wire.send(make('/?ab'))

  expect(response).toMatchObject({ truncated: true, body: { length: 256 * 1024 } })
})

test.each(bySender)('0 is no limit, %s', async (_, make) => {
  const { url } = await startHttpServer((_, response) => response.end(Buffer.alloc(40 * 1024 * 1024)))
  const { response } = await openWire(url, { maxBodyBytes: 0 }).send(make())

  expect(response).toMatchObject({ truncated: false, body: { length: 40 * 1024 * 1024 } })
})

test.each(bySender)('a body that comes in chunks of a byte is put together, %s', async (_, make) => {
  const letters = Array.from({ length: 40_000 }, (_each, at) => String.fromCodePoint(97 + (at % 26)))
  const { url } = await startCannedServer(
    `HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n${letters.map((letter) => `1\r\n${letter}\r\n`).join('')}` +
      `${(2000).toString(16)}\r\n${'z'.repeat(2000)}\r\n1\r\n!\r\n0\r\n\r\n`,
  )
  const { response } = await openWire(url).send(make())

  expect(text(response.body)).toBe(`${letters.join('')}${'z'.repeat(2000)}!`)
})

test('large bodies that all differ are read up to a sum; one that came before is always read', async () => {
  const { url } = await startHttpServer((request, response) => {
    const [, word = ''] = (request.url ?? '').split('?')
    response.end(`${word}${' '.repeat(1152 * 1024)}`)
  })
  const wire = openWire(url, { maxBodyBytes: 1536 * 1024 })
  const responseTo = async (word: string) => (await wire.send(get(`/?${word}`))).response
  expect(wire.largeBodiesDiffer()).toBe(false)
  let read = 0
  while (!(await responseTo(`word-${read}`)).isOneTooMany) read++

  expect(read).toBe(42)
  expect(wire.largeBodiesDiffer()).toBe(true)
  expect(await responseTo('word-42')).toMatchObject({ truncated: true, isOneTooMany: true })
  expect((await responseTo('word-42')).body.length).toBe(16 * 1024)
  const again = await responseTo('word-41')
  expect(again).toMatchObject({ truncated: false })
  expect(text(again.body)).toMatch(/^word-41 {1179648}$/)
})

test.each([
  [3, true],
  [12, false],
])('beside %s that differ, the last but one is kept: %s', async (differing, isKept) => {
  const bodies = createLargeBodies(2 * 1024 * 1024)
  const read = (word: string) => {
    const reader = bodies.read(2 * 1024 * 1024)
    reader.add(Buffer.alloc(1.5 * 1024 * 1024, word))
    const body = reader.end()
    expect(bodies.mayBeRead(body)).toBe(true)
    return body
  }
  for (let count = 0; count < differing - 2; count++) read(`word-${count}`)
  const [one, other] = [read('one'), read('other')]

  expect(read('other')).toBe(other)
  expect(read('one') === one).toBe(isKept)
})

test('without a longest body any number is read', async () => {
  const { url } = await startHttpServer((request, response) =>
    response.end(`${request.url}${' '.repeat(3 * 1024 * 1024)}`),
  )
  const wire = openWire(url, { maxBodyBytes: 0 })
  for (let number = 0; number < 50; number++)
    expect((await wire.send(get(`/${number}`))).response.truncated).toBe(false)
  expect(wire.largeBodiesDiffer()).toBe(false)
})

test('of large ones the first is kept, and others while all fit', () => {
  const large = (bytes: number) => (bytes > 1 ? bytes : 0)

  expect(withinBytes([1, 9, 5, 1, 1], large, 14)).toEqual([1, 9, 5, 1, 1])
  expect(withinBytes([1, 9, 5, 1, 1], large, 13)).toEqual([1, 9, 1, 1])
  expect(withinBytes([1, 9, 5, 1, 1], large, 0)).toEqual([1, 9, 1, 1])
})

test.each([3, 6, 40])('a body of %s MiB that differs from a kept one late is put together', (mebibytes) => {
  const bodies = createLargeBodies()
  const read = (end: string) => {
    const reader = bodies.read(Infinity)
    for (let at = 0; at < mebibytes; at++) reader.add(Buffer.alloc(1024 * 1024, 'abc'[at % 3]))
    reader.add(Buffer.from(end))
    const body = reader.end()
    bodies.mayBeRead(body)
    return body
  }
  const [one, other] = [read('one'), read('other')]

  expect(other.length).toBe(mebibytes * 1024 * 1024 + 5)
  expect(other.subarray(0, -5).equals(one.subarray(0, -3))).toBe(true)
  expect([text(one.subarray(-3)), text(other.subarray(-5))]).toEqual(['one', 'other'])
})
