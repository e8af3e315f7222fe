import type { Server, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WireFailure, type SendOptions, type WireRequest } from '../exchange.ts'
import { createHttpWire } from '../http.ts'
import { startTcpServer } from '../testing/servers.ts'

const get: WireRequest = { method: 'GET', target: '/', headers: [] }
const post: WireRequest = { method: 'POST', target: '/', headers: [], body: '{}' }
const openWire = (baseUrl: string, now = () => performance.now()) => {
  const wire = createHttpWire({ baseUrl, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4, now })
  onTestFinished(() => wire.close())
  return wire
}
const accepted = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n[]'

/** Calls `handle` for each request, with its number on its connection, starting from 1. */
async function start(handle: (socket: Socket, nth: number) => void) {
  const got: string[] = []
  const server = await startTcpServer((socket) => {
    let nth = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      got.push(bytes.toString().split(' ')[0] ?? '')
      handle(socket, ++nth)
    })
  })
  return { ...server, got }
}

const closesSilently = (socket: Socket, nth: number) =>
  nth === 1 ? socket.write(accepted) : socket.destroy()

test('where a used connection is closed without a word, a GET is sent again, and no connection is used on', async () => {
  const { url, connections, got } = await start(closesSilently)
  const wire = openWire(url)
  for (const request of [get, get, get, post, get])
    expect((await wire.send(request)).response.status).toBe(200)

  expect(connections()).toBe(5)
  expect(got).toEqual(['GET', 'GET', 'GET', 'GET', 'POST', 'GET'])
})

test('where the server ends at a GET on a used connection, that is told, and not that nobody is there', async () => {
  const { url } = await start((socket, nth) => {
    if (nth === 1) return socket.write(accepted)
    ;(socket as Socket & { server: Server }).server.close()
    return socket.destroy()
  })
  // The seconds for which a restart is waited for pass quickly.
  const wire = openWire(url, () => 50 * performance.now())
  await wire.send(get)
  await expect(wire.send(get)).rejects.toMatchObject({ kind: 'cut' })
  await expect(wire.send(get)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(
      / accepts no more connections \(ECONNREFUSED\), but answered before; did it end or restart during the run\?/,
    ),
  })
})

test('where a used connection is closed at a POST, that POST fails, and no connection is used on', async () => {
  const { url, connections, got } = await start((socket, nth) =>
    nth <= 2 ? socket.write(accepted) : socket.destroy(),
  )
  const wire = openWire(url)
  for (const request of [get, get]) await wire.send(request)
  expect(wire.keepsConnections()).toBe(true)
  await expect(wire.send(post)).rejects.toMatchObject({ kind: 'cut' })
  expect(wire.keepsConnections()).toBe(false)
  for (const request of [get, get, post]) expect((await wire.send(request)).response.status).toBe(200)

  expect(connections()).toBe(4)
  expect(got).toEqual(['GET', 'GET', 'POST', 'GET', 'GET', 'POST'])
})

test('before a GET has shown that used connections serve, a POST goes over a new one', async () => {
  const { url, got } = await start(closesSilently)
  const wire = openWire(url)
  for (const request of [get, post]) expect((await wire.send(request)).response.status).toBe(200)
  expect(wire.keepsConnections()).toBe(false)
  expect((await wire.send(get)).response.status).toBe(200)

  expect(got).toEqual(['GET', 'POST', 'GET'])
})

test('once a GET has shown it, a POST goes over a used one too', async () => {
  const { url, connections } = await start((socket) => socket.write(accepted))
  const wire = openWire(url)
  for (const request of [get, get, post]) await wire.send(request)

  expect(connections()).toBe(1)
})

test('a GET on a labelled connection is sent again too', async () => {
  const { url } = await start(closesSilently)
  const wire = openWire(url)
  const options: SendOptions = { connection: 'one' }
  for (let time = 0; time < 3; time++) expect((await wire.send(get, options)).response.status).toBe(200)
})

test.each([
  ['a first request', (socket: Socket) => socket.destroy(), 1],
  [
    'a second one that was begun to be answered',
    (socket: Socket, nth: number) => (nth === 1 ? socket.write(accepted) : socket.end(accepted.slice(0, 20))),
    2,
  ],
])('what fails stays failed where the connection is closed on %s', async (_, handle, requests) => {
  const { url, got } = await start(handle)
  const wire = openWire(url)
  for (let nth = 1; nth < requests; nth++) await wire.send(get)

  await expect(wire.send(get)).rejects.toBeInstanceOf(WireFailure)
  expect(got).toHaveLength(requests)
})

/** Starts a server that closes each connection beyond so many at once, and one after its answer only if we end it. */
async function startWithRoomFor(most: number) {
  let open = 0
  let closed = 0
  const { url } = await startTcpServer((socket) => {
    if (open >= most) {
      closed++
      return socket.destroy()
    }
    open++
    socket.on('error', () => {}).once('close', () => open--)
    return socket.on('data', () => socket.write(rejected))
  })
  return { url, closed: () => closed }
}
const rejected = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}'

test.for([
  ['GET is sent again', get],
  ['POST fails', post],
] as const)(
  'once a new connection is closed without a word, its %s, and no more stay open than were open then',
  async ([, request]) => {
    const { url, closed } = await startWithRoomFor(3)
    const wire = openWire(url)
    for (let nth = 0; nth < 3; nth++) await wire.send(get)
    const sent = wire.send(request)
    if (request === post) await expect(sent).rejects.toMatchObject({ kind: 'cut' })
    else await sent
    for (let nth = 0; nth < 20; nth++) await wire.send(nth % 4 ? get : post, { connection: `${nth % 5}` })
    expect(closed()).toBe(1)
    expect(wire.notes()).toEqual([
      'the subject closed a new connection while 3 were open, so no more than 3 were open from then on',
    ])
  },
)

test('if a server has room for as many connections as may be in flight, one that ends without a word says nothing about it', async () => {
  const { url, closed } = await startWithRoomFor(3)
  const wire = openWire(url)
  wire.keepTo(4)
  for (let nth = 0; nth < 3; nth++) await wire.send(get)
  for (let nth = 0; nth < 2; nth++) await expect(wire.send(get)).rejects.toMatchObject({ kind: 'cut' })
  expect(closed()).toBe(2)
  expect(wire.notes()).toEqual([])
})

test.for([1, 2, 3])(
  'if %d connections may be open, no more are, however many requests wait',
  async (mostOpen) => {
    let [open, most] = [0, 0]
    const { url } = await startTcpServer((socket) => {
      most = Math.max(most, ++open)
      socket.on('error', () => {})
      socket.on('data', () => socket.write(accepted))
      socket.once('close', () => open--)
    })
    const wire = openWire(url)
    wire.keepTo(mostOpen, mostOpen)
    const sent = Array.from({ length: 8 }, () => wire.send(get, { freshConnection: true }))
    for (const { response } of await Promise.all(sent)) expect(response.status).toBe(200)
    expect(most).toBe(mostOpen)
  },
)

const interim = 'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n'

test.each([
  ['in one packet', [interim + accepted]],
  ['twice', [interim + interim, accepted]],
  ['behind another', ['HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n' + interim, accepted]],
  ['in pieces', ['HTT', 'P/1.1 10', '0 Continue\r\nX', '-A: b\r\n\r', '\nHT', accepted.slice(2)]],
])('a 100 that was not asked for is skipped: %s', async (_, parts) => {
  const { url } = await start((socket) => {
    const write = ([first, ...others]: readonly string[]): void => {
      if (first === undefined) return
      socket.write(first, () => setImmediate(() => write(others)))
    }
    write(parts)
  })
  const wire = openWire(url)
  for (const request of [get, post, get]) {
    const { response } = await wire.send(request)
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([200, '[]'])
  }
})
