import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerOf } from '../../client/testing/answers.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { WireFailure } from '../../wire/exchange.ts'
import { createHttpWire } from '../../wire/http.ts'
import { startTcpServer } from '../../wire/testing/servers.ts'
import { keepToAnsweredAtOnce } from './answered-at-once.ts'

const concurrency = 8
const answer = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}'

/** Looks at a server that passes each connection to `serve`. */
async function look(serve: (socket: Socket) => unknown) {
  const { url } = await startTcpServer((socket) => {
    socket.on('error', () => {})
    serve(socket)
  })
  const wire = createHttpWire({ baseUrl: url, timeoutMs: 5000, requestsPerSecond: 0, concurrency })
  onTestFinished(() => wire.close())
  const { run } = createTestClient({}, { declared: { limits: { concurrency } } })
  run.wire = wire
  await keepToAnsweredAtOnce(run, answerOf('{}').exchange)
  return {
    kept: run.declaration.limits.concurrency,
    hints: [...run.hints].join(),
    notes: wire.notes().join(),
  }
}

test.for([
  [1, 1],
  [4, 4],
  [8, concurrency],
] as const)('a server of %d connections at a time gets %d requests at once', async ([served, kept]) => {
  const { run } = createTestClient({}, { declared: { limits: { concurrency } } })
  const { exchange } = answerOf('{}')
  // Each answer's connection stays open for 250 ms, unless only so many may be open.
  let [sent, openForMs] = [0, 250]
  run.wire = {
    ...run.wire,
    async send() {
      const [round, place] = [Math.floor(sent / concurrency), sent++ % concurrency]
      return { ...exchange, answeredAt: 10_000 * round + openForMs * Math.floor(place / served) }
    },
    keepTo: (_most, mostOpen = Infinity) => void (openForMs = mostOpen <= served ? 1 : 250),
  }
  await keepToAnsweredAtOnce(run, { ...exchange })
  expect(run.declaration.limits.concurrency).toBe(kept)
  expect([...run.hints].join()).toEqual(kept < concurrency ? expect.stringContaining('at a time') : '')
})

/** Has room for so many connections, and closes each further one. */
function roomFor(most: number) {
  let open = 0
  return (socket: Socket) => {
    if (open >= most) return socket.destroy()
    open++
    socket.once('close', () => open--)
    return socket.on('data', () => socket.write(answer))
  }
}

test.for([1, 4])('a server with room for %d connections gets as many requests at once', async (most) => {
  const looked = await look(roomFor(most))
  expect(looked.kept).toBe(most)
  expect(looked.hints).toContain('had no room for')
})

test('a server that answers each request after the one before, however few come at once, gets as many as may be', async () => {
  const { run } = createTestClient({}, { declared: { limits: { concurrency } } })
  const { exchange } = answerOf('{}')
  let answeredAt = 0
  const kept: number[] = []
  run.wire = {
    ...run.wire,
    send: async () => ({ ...exchange, answeredAt: (answeredAt += 260) }),
    keepTo: (most) => kept.push(most),
  }
  await keepToAnsweredAtOnce(run, { ...exchange })
  expect(kept).toEqual([concurrency, concurrency, 1, concurrency])
  expect(run.declaration.limits.concurrency).toBe(concurrency)
  expect([...run.hints]).toEqual([])
})

test('a server that answers just one late gets one fewer at once, if none is late then', async () => {
  const { run } = createTestClient({}, { declared: { limits: { concurrency } } })
  const { exchange } = answerOf('{}')
  let [sent, most] = [0, concurrency]
  run.wire = {
    ...run.wire,
    async send() {
      const [round, place] = [Math.floor(sent / concurrency), sent++ % concurrency]
      const isLate = most === concurrency && place === 0
      return { ...exchange, answeredAt: 10_000 * round + (isLate ? 260 : 0) }
    },
    keepTo: (kept) => void (most = kept),
  }
  await keepToAnsweredAtOnce(run, { ...exchange })
  expect(run.declaration.limits.concurrency).toBe(7)
  expect([...run.hints].join()).toContain('answers on 7 connections at a time')
})

test('a server that answers none of them gets as many as may be', async () => {
  const { run } = createTestClient({}, { declared: { limits: { concurrency } } })
  const kept: number[] = []
  run.wire = {
    ...run.wire,
    send: (request) => Promise.reject(new WireFailure('timeout', 'no answer', request)),
    keepTo: (most) => kept.push(most),
  }
  await keepToAnsweredAtOnce(run, answerOf('{}').exchange)
  expect(kept.at(-1)).toBe(concurrency)
})
