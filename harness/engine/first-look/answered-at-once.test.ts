import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerOf } from '../../client/testing/answers.ts'
import { createTestClient } from '../../client/testing/test-client.ts'
import { createHttpWire } from '../../wire/http.ts'
import { largeBytes } from '../../wire/large-bodies.ts'
import { startHttpServer } from '../../wire/testing/servers.ts'
import { keepToAnsweredAtOnce } from './answered-at-once.ts'

const concurrency = 4

type TurnsAway = (request: IncomingMessage, response: ServerResponse) => void
const closes: TurnsAway = (request) => request.socket.destroy()
const answers503: TurnsAway = (_request, response) => response.writeHead(503).end()

/** Looks at a server that turns away each request beyond those it takes at once. It waits for the last one. */
async function look(takes: number, turnsAway: TurnsAway, options?: Parameters<typeof lookAt>[1]) {
  let begun = 0
  const waiting: ServerResponse[] = []
  const { url } = await startHttpServer((request, response) => {
    begun++
    if (waiting.length < takes) waiting.push(response)
    else turnsAway(request, response)
    if (begun >= concurrency) for (const one of waiting.splice(0)) one.end()
  })
  return await lookAt(url, options)
}

async function lookAt(
  url: string,
  { requestsPerSecond = 0, probe = answerOf('{}'), sequential = false } = {},
) {
  const wire = createHttpWire({ baseUrl: url, timeoutMs: 5000, requestsPerSecond, concurrency })
  onTestFinished(() => wire.close())
  const { run } = createTestClient({}, { declared: { limits: { concurrency, requestsPerSecond } } })
  run.wire = wire
  run.sequential = sequential
  await keepToAnsweredAtOnce(run, probe.exchange)

  /** How many of nine requests are in flight at once. */
  async function atOnce(): Promise<number> {
    let inFlight = 0
    let most = 0
    const ask = () =>
      wire.send(
        { method: 'GET', target: '/', headers: [] },
        {
          mayBegin: () => (most = Math.max(most, ++inFlight)) > 0,
          onAnswer: () => inFlight--,
        },
      )
    await Promise.all(Array.from({ length: 9 }, ask))
    return most
  }
  return { run, atOnce }
}

describe.each([
  ['closes the connections of', closes],
  ['answers 503 to', answers503],
] as const)('a server that %s all others', (_what, turnsAway) => {
  test.for([1, 2, 3])('gets no more than the %d at once that it takes', async (takes) => {
    const { run, atOnce } = await look(takes, turnsAway)
    expect(run.declaration.limits.concurrency).toBe(takes)
    expect([...run.hints].join()).toContain(`the subject had no room for ${concurrency - takes}`)
    expect(await atOnce()).toBe(takes)
  })
})

test.for<[what: string, takes: number, turnsAway: TurnsAway, options?: Parameters<typeof look>[2]]>([
  ['all are answered', concurrency, closes],
  ['none is answered but with 503', 0, answers503],
  ['requests are never sent at once', 1, closes, { requestsPerSecond: 1000 }],
  ['the run is sequential', 1, closes, { sequential: true }],
  ['its answers are large', 1, closes, { probe: answerOf(' '.repeat(largeBytes + 1)) }],
])('a server gets as many at once as may be if %s', async ([, takes, turnsAway, options]) => {
  const { run } = await look(takes, turnsAway, options)
  expect(run.declaration.limits.concurrency).toBe(concurrency)
  expect([...run.hints]).toEqual([])
})

/** Looks at a server that answers 503 to all requests at once if these are more than it takes. */
async function lookAtAllOrNone(takes: number, headers = {}) {
  const sizes: number[] = []
  const bursts = [4, 2, 1]
  const waiting: ServerResponse[] = []
  const { url } = await startHttpServer((_request, response) => {
    waiting.push(response)
    const size = bursts[sizes.length] ?? 1
    if (waiting.length < size) return
    sizes.push(size)
    for (const one of waiting.splice(0)) {
      if (size > takes) one.writeHead(503, headers)
      one.end()
    }
  })
  const { run } = await lookAt(url)
  return { atOnce: run.declaration.limits.concurrency, sizes }
}

test.for<[takes: number, atOnce: number, sizes: number[]]>([
  [4, 4, [4]],
  [3, 2, [4, 2]],
  [1, 1, [4, 2, 1]],
  [0, 4, [4, 2, 1]],
])(
  'a server that turns all away if there are more than %d gets %d at once',
  async ([takes, atOnce, sizes]) => {
    expect(await lookAtAllOrNone(takes)).toEqual({ atOnce, sizes })
  },
)

test('a server that says when it has room again is not tried with fewer before then', async () => {
  expect(await lookAtAllOrNone(1, { 'Retry-After': '1' })).toEqual({ atOnce: 4, sizes: [4] })
})
