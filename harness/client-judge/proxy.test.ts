import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { authority, certificates } from '../wire/testing/certificates.ts'
import { startHttpServer, startHttpsServer, startTcpServer } from '../wire/testing/servers.ts'
import { machine } from '../engine/machine.ts'
import { startProxy, type Disturbance, type ProxyOptions } from './proxy.ts'
import type { GivenAnswer, Recorded } from './recorded.ts'

/** Starts a proxy, and records what it received. */
async function open(upstream: string, options: Partial<ProxyOptions> = {}) {
  const recorded: Recorded[] = []
  const garbage: string[] = []
  const { origin, stop } = await startProxy({
    upstream,
    added: [],
    time: machine,
    disturb: () => undefined,
    onRequest: (request) => {
      const number = recorded.length + 1
      const one: Recorded = { number, at: 'api', request, sentAt: 0, answeredAt: 0, realMs: 0, serverMs: 0 }
      recorded.push(one)
      return one
    },
    onGarbage: (problem) => garbage.push(problem),
    ...options,
  })
  onTestFinished(stop)
  return { origin, recorded, garbage }
}

/** Starts a proxy in front of a server that always gives the same answer, and records what both received. */
async function setUp(options: Partial<ProxyOptions> = {}) {
  let arrived = ''
  const { url } = await startTcpServer((socket) => {
    socket.on('data', (part) => {
      arrived += part.toString('latin1')
      socket.write(answer)
    })
  })
  const { origin, recorded, garbage } = await open(url, { added: [['x-run', 'one']], ...options })
  const send = async (bytes: string) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let answered = ''
    let isClosed = false
    socket.on('data', (part) => (answered += part.toString('latin1'))).on('close', () => (isClosed = true))
    socket.write(bytes, 'latin1')
    return { answered: () => answered, isClosed: () => isClosed }
  }
  return { send, recorded, garbage, arrived: () => arrived }
}

const odd = 'GET //a/../%7e?b=%zz HTTP/1.1\r\nhOsT: x\r\nX-Two: 1\r\nx-two:2\r\n\r\n'
const answer = 'HTTP/1.1 200 Fine\r\nX-Odd:  a \r\nContent-Length: 10\r\n\r\n0123456789'

test('bytes go through as they came, but for the header line of the run', async () => {
  const { send, recorded, arrived } = await setUp()
  const { answered } = await send(odd)
  await expect.poll(answered).toBe(answer)
  expect(arrived()).toBe(odd.replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nx-run: one\r\n'))
  expect(recorded[0]?.request).toMatchObject({ method: 'GET', target: '//a/../%7e?b=%zz' })
  expect(recorded[0]?.request.headers).toEqual([
    ['hOsT', 'x'],
    ['X-Two', '1'],
    ['x-two', '2'],
  ])
})

test('an empty line before a request is passed over', async () => {
  const { send, arrived } = await setUp()
  const { answered } = await send(`\r\n${odd}`)
  await expect.poll(answered).toBe(answer)
  expect(arrived().trimStart()).toBe(odd.replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nx-run: one\r\n'))
})

test.each([
  ['http://x:1/a?b=c', '/a?b=c'],
  ['HTTP://x', '/'],
  ['http://x?b=c', '/?b=c'],
])('of a whole URL in the request line, %s, the server gets the path and the query', async (url, target) => {
  const { send, recorded, arrived } = await setUp()
  const { answered } = await send(odd.replace('//a/../%7e?b=%zz', url))
  await expect.poll(answered).toBe(answer)
  expect(recorded[0]?.request.target).toBe(target)
  expect(arrived()).toMatch(`GET ${target} HTTP/1.1\r\nx-run: one\r\n`)
})

test('a slow answer comes in two parts', async () => {
  let goOn = () => {}
  const untilToldSo = new Promise<void>((resolve) => (goOn = resolve))
  const sleep = (ms: number) => (ms === 1 ? Promise.resolve() : untilToldSo)
  const { send } = await setUp({
    time: { ...machine, sleep },
    disturb: () => ({ what: 'slow', delayMs: 1 }),
  })
  const { answered } = await send(odd)
  await expect.poll(answered).toMatch(/01234$/)
  goOn()
  await expect.poll(answered).toBe(answer)
})

test('a body in chunks is recorded without their framing, and forwarded with it', async () => {
  const chunked =
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'
  const { send, recorded, arrived } = await setUp()
  const { answered } = await send(chunked)
  await expect.poll(answered).toBe(answer)
  expect(Buffer.from(recorded[0]?.request.body ?? []).toString()).toBe('abcde')
  expect(arrived().endsWith('3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n')).toBe(true)
})

test('a client that waits for 100 Continue gets one, though the server sends another', async () => {
  const { url } = await startHttpServer((request, response) => {
    request.on('data', () => {}).on('end', () => response.end('done'))
  })
  const { origin } = await open(url)
  const sent = httpRequest(origin, { method: 'POST', headers: { Expect: '100-continue' } })
  let times = 0
  sent.on('continue', () => {
    times++
    sent.end('abc')
  })
  const answered = new Promise((resolve, reject) => sent.on('response', resolve).on('error', reject))
  sent.flushHeaders()
  await answered
  expect(times).toBe(1)
})

test('two requests at once are answered in order', async () => {
  const { send, recorded } = await setUp()
  const { answered } = await send(odd + odd)
  await expect.poll(answered).toBe(answer + answer)
  expect(recorded).toHaveLength(2)
})

test('an answer may be cut off, given by the proxy, or changed', async () => {
  const plans: Disturbance[] = [
    { what: 'own', answer: { status: 401, headers: [['a', 'b']], body: Buffer.from('no') } },
    { what: 'changed', rewrite: (given) => ({ ...given, body: Buffer.from('more') }) },
    { what: 'cut', cut: true },
  ]
  const { send, arrived } = await setUp({ disturb: ({ number }) => plans[number - 1] })
  const first = await send(odd)
  await expect.poll(first.answered).toBe('HTTP/1.1 401 \r\na: b\r\ncontent-length: 2\r\n\r\nno')
  expect(arrived()).toBe('')
  const second = await send(odd)
  await expect.poll(second.answered).toContain('content-length: 4\r\n\r\nmore')
  const third = await send(odd)
  await expect.poll(third.isClosed).toBe(true)
  expect(third.answered().endsWith('\r\n\r\n01234')).toBe(true)
})

test.each([
  ['HTTP/1.1', 'Connection: keep-alive, Close', true],
  ['HTTP/1.0', 'X-Connection: none', true],
  ['HTTP/1.0', 'Connection: Keep-Alive', false],
  ['HTTP/1.1', 'Connection: TE', false],
])('an own answer to %s with %s ends the connection: %s', async (version, field, isLast) => {
  const own = { what: 'own', answer: { status: 503, headers: [], body: Buffer.from('no') } }
  const { send } = await setUp({ disturb: () => own })
  const { answered, isClosed } = await send(`GET / ${version}\r\n${field}\r\n\r\n`)
  await expect.poll(answered).toContain('content-length: 2\r\n\r\nno')
  expect(answered().includes('connection: close')).toBe(isLast)
  if (isLast) await expect.poll(isClosed).toBe(true)
  else expect(isClosed()).toBe(false)
})

test('a compressed answer is recorded decoded, and reaches the client as it came or changed', async () => {
  const { url } = await startHttpServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"token":"a"}')),
  )
  const { origin, recorded } = await open(url, {
    disturb: ({ number }) =>
      number === 1
        ? undefined
        : {
            what: 'changed',
            rewrite: (given) => ({ ...given, body: Buffer.from(given.body.toString().replace('a', 'b')) }),
          },
  })
  const asCame = await fetch(origin)
  expect([asCame.headers.get('content-encoding'), await asCame.text()]).toEqual(['gzip', '{"token":"a"}'])
  expect(Buffer.from(recorded[0]?.answer?.body ?? []).toString()).toBe('{"token":"a"}')
  const changed = await fetch(origin)
  expect([changed.headers.get('content-encoding'), await changed.text()]).toEqual([null, '{"token":"b"}'])
})

/** Sends a request by a connection whose requests end there, or that ends, before the server answers. */
async function leave(how: 'end' | 'destroy', plan?: Disturbance) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const { url } = await startHttpServer((_request, response) => void released.then(() => response.end('ok')))
  const { origin, recorded } = await open(url, { disturb: () => plan })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let answered = ''
  socket.on('data', (part) => (answered += part.toString('latin1')))
  socket.write(odd)
  await expect.poll(() => recorded).toHaveLength(1)
  socket[how]()
  await new Promise((resolve) => setImmediate(resolve))
  release()
  await expect.poll(() => recorded[0]?.answeredAt).toBeGreaterThan(0)
  await expect.poll(() => socket.closed).toBe(true)
  return { answered, recorded }
}

const changed = { what: 'changed', rewrite: (given: GivenAnswer) => ({ ...given, body: Buffer.from('ok') }) }

test.each([undefined, changed])(
  'a client that ended its requests gets the answer, then the end',
  async (plan) => {
    const { answered, recorded } = await leave('end', plan)
    expect(answered).toMatch(/\r\n\r\nok$/)
    expect(recorded[0]?.answer?.status).toBe(200)
  },
)

test.each([undefined, changed])('a client that left before the answer has none recorded', async (plan) => {
  const { recorded } = await leave('destroy', plan)
  await expect.poll(() => recorded[0]?.answer).toBeUndefined()
})

test('what is no request is answered 400 and told', async () => {
  const { send, garbage } = await setUp()
  const { answered } = await send('hello world\r\n\r\n')
  await expect.poll(answered).toContain('HTTP/1.1 400')
  expect(garbage).toEqual(['the request line is malformed'])
})

test('a thousand connections are served', async () => {
  const { send, recorded } = await setUp()
  const all = await Promise.all(Array.from({ length: 1000 }, () => send(odd)))
  await expect.poll(() => all.filter(({ answered }) => answered() === answer).length).toBe(1000)
  expect(recorded).toHaveLength(1000)
})

test.each([
  ['is trusted', certificates.local, { ca: authority, insecure: false }, 'status 200'],
  ['need not be', certificates.selfSigned, { insecure: true }, 'status 200'],
  ['is not trusted', certificates.local, undefined, 'no answer'],
])('an https server is reached where it %s', async (_what, certificate, tls, wanted) => {
  const { url } = await startHttpsServer(certificate, (_request, response) => void response.end('ok'))
  const { origin } = await open(new URL(url).origin, { tls })
  const answered = await fetch(origin).then(
    ({ status }) => `status ${status}`,
    () => 'no answer',
  )
  expect(answered).toBe(wanted)
})
