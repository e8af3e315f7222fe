import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WireRequest } from './exchange.ts'
import { createHttpWire } from './http.ts'
import { startTcpServer } from './testing/servers.ts'

const get: WireRequest = { method: 'GET', target: '/', headers: [] }
const post: WireRequest = { method: 'POST', target: '/', headers: [], body: '{}' }
const answer = (status: number, body = '[]', field = '') =>
  `HTTP/1.1 ${status} X\r\nContent-Length: ${body.length}\r\n${field}\r\n${body}`

/** Starts a server that answers POSTs with `toPost` and GETs with a list, and a wire that knows connections are reused. */
async function start(toPost: (socket: Socket) => void, concurrency = 4) {
  const open: Socket[] = []
  const { url, connections } = await startTcpServer((socket) => {
    open.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (bytes.toString().startsWith('POST')) return toPost(socket)
      return socket.write(answer(200))
    })
  })
  let nowMs = 0
  const wire = createHttpWire({
    baseUrl: url,
    timeoutMs: 5000,
    requestsPerSecond: 0,
    concurrency,
    now: () => nowMs,
  })
  onTestFinished(() => wire.close())
  for (const request of [get, get]) await wire.send(request)
  return { wire, connections, open, pass: (ms: number) => void (nowMs += ms) }
}

const answers = (status: number) => (socket: Socket) => void socket.write(answer(status))

test.each([
  ['an accepted POST', 200, 250, 1],
  ['a redirected one', 302, 250, 1],
  ['an accepted POST, too early', 200, 249, 2],
  ['a rejected POST, whose body the server may not have read', 401, 250, 2],
])('the connection is reused only once it has been quiet: %s', async (_, status, quietMs, opened) => {
  const { wire, connections, pass } = await start(answers(status))
  await wire.send(post)
  pass(quietMs)
  await wire.send(post)

  expect(connections()).toBe(opened)
})

test('the end of a connection that rests can be awaited, and it is not reused then', async () => {
  const { wire, connections, pass } = await start((socket) => {
    socket.write(answer(200))
    // Whatever follows comes when our side has ended.
    socket.once('end', () => socket.end(answer(200, '{"token":"t"}')))
  })
  const { after } = await wire.send(post)
  await after!.ended()
  pass(250)
  await wire.send(get)

  expect(after!.answers().map(({ body }) => Buffer.from(body).toString())).toEqual(['{"token":"t"}'])
  expect(connections()).toBe(2)
})

test('the end of a connection that the server wants closed can be awaited too', async () => {
  const { wire } = await start((socket) => {
    socket.write('HTTP/1.1 200 X\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]')
    socket.once('end', () => socket.end(answer(200, '{"token":"t"}')))
  })
  const { after } = await wire.send(post)
  await after!.ended()

  expect(after!.answers().map(({ body }) => Buffer.from(body).toString())).toEqual(['{"token":"t"}'])
})

test('where a server takes only so many connections, those that rest keep no request waiting', async () => {
  const asked: Socket[] = []
  const { wire, open } = await start((socket) => {
    // The second four are answered later.
    if (asked.push(socket) <= 4) answers(200)(socket)
  })
  const fourAtOnce = () => Promise.all([post, post, post, post].map((request) => wire.send(request)))
  await fourAtOnce()
  const second = fourAtOnce()

  await expect.poll(() => asked.length).toBe(8)
  await expect.poll(() => open.filter(({ closed }) => !closed).length).toBe(4)
  for (const socket of asked.slice(4)) answers(200)(socket)
  await second
})

test.each(['', 'Keep-Alive: timeout=60\r\n'])(
  'a connection that is not used for a second is closed, but not one with a label: %j',
  async (field) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { wire, open } = await start((socket) => void socket.write(answer(200, '[]', field)))
    await wire.send(post)
    await wire.send(post, { connection: 'one' })
    // What may follow an answer is waited for as well.
    vi.advanceTimersByTime(1250)

    await expect.poll(() => open.map(({ closed }) => closed)).toEqual([true, false])
  },
)

test('nobody ends a connection that has been reused', async () => {
  const asked: Socket[] = []
  const { wire, connections, pass } = await start((socket) => {
    // The second answer waits until somebody has awaited the end of the first.
    if (asked.push(socket) === 1) answers(200)(socket)
  })
  const { after } = await wire.send(post)
  pass(250)
  const second = wire.send(post)
  await expect.poll(() => asked.length).toBe(2)
  await after!.ended()
  answers(200)(asked[1]!)

  expect((await second).response.status).toBe(200)
  expect(connections()).toBe(1)
})

test('what comes on a connection that rests is not taken for the answer to the next request', async () => {
  const { wire, open, pass } = await start(answers(200))
  const { after } = await wire.send(post)
  open[0]!.write(answer(403, 'late'))
  await expect.poll(() => after!.answers().length).toBe(1)
  pass(250)
  const { response } = await wire.send(get)

  expect(response.status).toBe(200)
})

test('with one connection at a time, none rests', async () => {
  const { wire, connections, pass } = await start(answers(200), 1)
  await wire.send(post)
  pass(250)
  await wire.send(get)

  expect(connections()).toBe(2)
})
