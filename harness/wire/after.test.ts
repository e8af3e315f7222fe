import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Exchange, WireRequest } from './exchange.ts'
import { createHttpWire, type HttpWireOptions } from './http.ts'
import { startTcpServer } from './testing/servers.ts'

const get: WireRequest = { method: 'GET', target: '/', headers: [] }
const raw: WireRequest = { ...get, headers: [['Connection', 'keep-alive']] }
const openWire = (baseUrl: string, options: Partial<HttpWireOptions> = {}) => {
  const wire = createHttpWire({ baseUrl, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4, ...options })
  onTestFinished(() => wire.close())
  return wire
}
const answer = (status: number, body: string, field = '') =>
  `HTTP/1.1 ${status} X\r\nContent-Length: ${body.length}\r\n${field}\r\n${body}`
const rejected = answer(401, '{"error":"no"}')
const granted = answer(200, '{"token":"t"}')

/** Calls `handle` for each request on each connection. */
const start = (handle: (socket: Socket, nth: number) => void) => {
  let nth = 0
  return startTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => handle(socket, ++nth))
  })
}

const behind = async ({ after }: Exchange) => {
  await after!.ended()
  return after!.answers().map(({ status, body }) => `${status} ${Buffer.from(body).toString()}`)
}

describe.each([
  ['by undici', get],
  ['raw', raw],
])('what follows an answer, %s', (_, request) => {
  test.each([
    ['nothing', rejected, []],
    ['a second answer', rejected + granted, ['200 {"token":"t"}']],
    ['two of them', rejected + rejected + granted, ['401 {"error":"no"}', '200 {"token":"t"}']],
    ['bytes without a head', `${rejected}{"token":"t"}`, ['401 {"token":"t"}']],
    [
      'the rest of a body that is longer than it says',
      'HTTP/1.1 401 X\r\nContent-Length: 1\r\n\r\n{"token":"t"}',
      ['401 {"token":"t"}'],
    ],
    ['an empty line', `${rejected}\r\n`, []],
    ['half an answer', rejected + granted.slice(0, -4), []],
    [
      'an answer behind one in chunks',
      `HTTP/1.1 401 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n${granted}`,
      ['200 {"token":"t"}'],
    ],
    [
      'an answer behind interim ones',
      `HTTP/1.1 103 X\r\nLink: a\r\n\r\n${rejected}${granted}`,
      ['200 {"token":"t"}'],
    ],
  ])('%s', async (_what, sent, wanted) => {
    const { url } = await start((socket) => socket.write(sent))
    const exchange = await openWire(url).send(request)

    expect(exchange.response.status).toBe(401)
    expect(await behind(exchange)).toEqual(wanted)
  })

  test('a second answer before the connection ends, as the first one says it will', async () => {
    const { url } = await start((socket) => {
      socket.write(answer(401, '', 'Connection: close\r\n'), () => socket.end(granted))
    })

    expect(await behind(await openWire(url).send(request))).toEqual(['200 {"token":"t"}'])
  })

  test('a second answer of a server that goes on to it when the client has ended', async () => {
    const { url } = await startTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(rejected))
      // Like a server with a thread per connection: it notices the end only when it is done.
      socket.once('end', () => socket.end(granted))
      socket.allowHalfOpen = true
    })

    expect(await behind(await openWire(url).send(request))).toEqual(['200 {"token":"t"}'])
  })

  test('a late one is never taken for the answer to the next request', async () => {
    const sockets: Socket[] = []
    const { url } = await start((socket, nth) => {
      sockets.push(socket)
      if (nth === 1) return socket.write(rejected)
      // The second request is now waiting for its answer.
      sockets[0]!.write(granted)
      socket.write(answer(200, '[]'))
    })
    const wire = openWire(url, { concurrency: 2 })
    const first = await wire.send(request)
    const second = await wire.send(get)

    expect(Buffer.from(second.response.body).toString()).toBe('[]')
    expect(await behind(first)).toEqual(['200 {"token":"t"}'])
    expect(await behind(second)).toEqual([])
  })
})

test('two may await the end of one connection', async () => {
  const { url } = await start((socket) => socket.write(rejected))
  const { after } = await openWire(url).send(get)

  await Promise.all([after!.ended(), after!.ended()])
  expect(after!.answers()).toEqual([])
})

test('with one connection at a time, the second is opened when the first has ended', async () => {
  let open = 0
  let most = 0
  const { url } = await startTcpServer((socket) => {
    most = Math.max(most, ++open)
    socket.on('error', () => {})
    socket.on('data', () => socket.write(rejected))
    socket.on('end', () => open--)
  })
  const wire = openWire(url, { concurrency: 1 })
  for (let time = 0; time < 3; time++) {
    const { after } = await wire.send(get)
    await after!.ended()
  }

  expect(most).toBe(1)
})

test('where a connection was followed by something, none is used on', async () => {
  let connections = 0
  const { url } = await startTcpServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.on('data', () => socket.write(answer(200, '[]') + answer(408, '')))
  })
  const wire = openWire(url)
  for (let time = 0; time < 3; time++) await wire.send(get)

  expect(connections).toBe(3)
})
