import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../run/random.ts'
import { header } from './exchange.ts'
import { createHttpWire } from './http.ts'
import { startTcpServer } from './testing/servers.ts'
import { createTraceparents, traceIdOf, withoutTraceId } from './traceparent.ts'

const made = (seed: number, count: number): string[] => {
  const next = createTraceparents(createRandom(seed).below)
  return Array.from({ length: count }, next)
}

test('a traceparent is valid, of its own for each exchange, and the same again for the same seed', () => {
  const all = made(7, 20_000)
  expect(all.filter((one) => !/^00-[\da-f]{32}-[\da-f]{16}-01$/.test(one))).toEqual([])
  expect(new Set(all.map((one) => traceIdOf([['traceparent', one]]))).size).toBe(all.length)
  expect(all.some((one) => /-0+-/.test(one))).toBe(false)
  expect(made(7, 3)).toEqual(all.slice(0, 3))
  expect(made(8, 1)).not.toEqual(all.slice(0, 1))
})

test('an answer is compared less the id of its own request', () => {
  const [one = '', other = ''] = made(1, 2)
  const said = `no (${traceIdOf([['traceparent', one]])})`
  expect(withoutTraceId(said, [['traceparent', one]])).toBe('no ()')
  expect(withoutTraceId(said, [['traceparent', other]])).toBe(said)
  expect(withoutTraceId(said, [['traceparent', 'made up']])).toBe(said)
})

test('every request carries one, raw ones too, and a request that has one keeps it', async () => {
  const { url } = await startTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`)
      socket.write(bytes)
    })
  })
  const seen: string[] = []
  const wire = createHttpWire({
    baseUrl: url,
    timeoutMs: 5000,
    requestsPerSecond: 0,
    concurrency: 1,
    traceparent: createTraceparents(createRandom(1).below),
  })
  onTestFinished(() => wire.close())
  const onWire = async (headers: [string, string][], target = '/') => {
    const { request, response } = await wire.send({ method: 'GET', target, headers })
    seen.push(header(request.headers, 'traceparent') ?? '')
    return /^traceparent: (.*?)\r?$/im.exec(Buffer.from(response.body).toString())?.[1]
  }
  const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`

  const sent = [
    await onWire([]),
    await onWire([], '/a b'),
    await onWire([['Connection', 'close']]),
    await onWire([['Traceparent', own]]),
  ]
  expect(sent).toEqual(seen)
  expect(new Set(sent).size).toBe(4)
  expect(sent.slice(0, 3).map((one) => one?.length)).toEqual([55, 55, 55])
  expect(sent[3]).toBe(own)
})
