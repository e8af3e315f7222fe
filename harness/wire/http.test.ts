// Over 300 lines: tests everything that the wire does in one place, from plain requests to TLS.
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { header, WireFailure, type WireRequest } from './exchange.ts'
import { createHttpWire, type HttpWireOptions } from './http.ts'
import { authority, certificates } from './testing/certificates.ts'
import { startCannedServer, startHttpServer, startHttpsServer, startTcpServer } from './testing/servers.ts'

const get = (target = '/'): WireRequest => ({ method: 'GET', target, headers: [] })
const openWire = (baseUrl: string, options: Partial<HttpWireOptions> = {}) => {
  const wire = createHttpWire({ baseUrl, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 4, ...options })
  onTestFinished(() => wire.close())
  return wire
}
const text = (body: Uint8Array) => Buffer.from(body).toString()
const failure = async (promise: Promise<unknown>): Promise<WireFailure> => {
  const error = await promise.then(
    () => new Error('there was an answer'),
    (reason: unknown) => reason,
  )
  if (error instanceof WireFailure) return error
  throw error
}

/** Echoes the request's head and body. */
const startEcho = () =>
  startTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`)
      socket.write(bytes)
    })
  })

describe('what is sent', () => {
  test.each(['/a/../b/./%2e%2E//c?x=%7e&y=a%20b&&=#f', '/%zz', '//', '/p\u00fc?q'])(
    'the target %s, as it is',
    async (target) => {
      const { url } = await startEcho()
      const { response } = await openWire(url).send(get(target))

      expect(Buffer.from(response.body).toString('latin1').split('\r\n')[0]).toBe(`GET ${target} HTTP/1.1`)
    },
  )

  test.each([
    ['a line feed', 'tok\nX-Injected: 1'],
    ['a carriage return', 'tok\rX-Injected: 1'],
    ['a line end', 'tok\r\n\r\nGET /other HTTP/1.1'],
    ['a zero character', 'tok\0'],
  ])('no field whose value would break out of it: %s', async (_, token) => {
    const { url, connections } = await startEcho()
    const headers = [['Authorization', `Bearer ${token}`]] as const
    const wire = openWire(url)
    const { kind, message } = await failure(wire.send({ method: 'GET', target: '/', headers }))

    expect([kind, message]).toEqual([
      'other',
      'GET was not sent: Authorization would contain a line end or a zero character',
    ])
    expect(connections()).toBe(0)
    expect((await wire.send(get())).response.status).toBe(200)
  })

  test('header fields in their order, casing and number', async () => {
    const { url } = await startEcho()
    const headers = [
      ['HOST', 'else.example'],
      ['X-a', '1'],
      ['x-A', '2'],
      ['Date', 'never'],
    ] as const
    const { response } = await openWire(url).send({ method: 'GET', target: '/', headers })

    expect(text(response.body).match(/^(x-a|date): .*$/gim)).toEqual(['X-a: 1', 'x-A: 2', 'Date: never'])
    expect(text(response.body)).toContain('\r\nhost: else.example\r\n')
  })

  test.each([
    [
      'two Host fields',
      [
        ['Host', 'a'],
        ['Host', 'b'],
      ],
      '/',
    ],
    ['Expect', [['Expect', '100-continue']], '/'],
    ['Transfer-Encoding', [['Transfer-Encoding', 'identity']], '/'],
    ['a Connection field', [['Connection', 'Keep-Alive, X-One']], '/'],
    ['a Content-Length that is none', [['Content-Length', 'x']], '/'],
    ['a space in the target', [], '/a b'],
    ['a target without a slash', [], '*'],
    ['characters beyond Latin-1', [['X-Name', '\u4f60']], '/'],
  ] as const)('%s, which undici rejects', async (_, headers, target) => {
    const { url } = await startEcho()
    const { response } = await openWire(url).send({ method: 'GET', target, headers })
    const lines = text(response.body).split('\r\n')

    expect(lines[0]).toBe(`GET ${target} HTTP/1.1`)
    for (const [name, value] of headers) expect(lines).toContain(`${name}: ${value}`)
    expect(lines.filter((line) => /^host:/i.test(line))).toHaveLength(headers[0]?.[0] === 'Host' ? 2 : 1)
  })

  test('a body of bytes with its length', async () => {
    const { url } = await startEcho()
    const body = new Uint8Array([0, 255, 13, 10])
    const { response } = await openWire(url).send({ method: 'POST', target: '/', headers: [], body })

    expect(text(response.body).toLowerCase()).toContain('content-length: 4\r\n')
    expect(Buffer.from(response.body).subarray(-4)).toEqual(Buffer.from(body))
  })

  test('the extra fields, unless the request has them', async () => {
    const { url } = await startEcho()
    const wire = openWire(url, { headers: { 'X-Org': 'one', 'X-Other': 'two' } })
    const { request, response } = await wire.send({
      method: 'GET',
      target: '/',
      headers: [['x-org', 'mine']],
    })

    expect(request.headers).toEqual([
      ['x-org', 'mine'],
      ['X-Other', 'two'],
    ])
    expect(text(response.body)).not.toContain('one')
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'delete'])('never %s', async (method) => {
    const server = await startEcho()

    await expect(openWire(server.url).send({ ...get(), method })).rejects.toThrow(TypeError)
    expect(server.connections()).toBe(0)
  })
})

describe('what comes back', () => {
  test('status, fields and body as they were; 300 and 307 are not followed', async () => {
    const { url, connections } = await startHttpServer((request, response) => {
      const status = Number(request.url!.slice(1))
      response.writeHead(status, ['Location', '/200', 'X-A', '1', 'x-a', '2']).end('body')
    })
    const wire = openWire(url, { concurrency: 1 })
    for (const status of [300, 307, 401, 500]) {
      const { response } = await wire.send(get(`/${status}`))

      expect(response.status).toBe(status)
      expect(response.headers.filter(([name]) => /^x-a$/i.test(name))).toEqual([
        ['X-A', '1'],
        ['x-a', '2'],
      ])
      expect(text(response.body)).toBe('body')
    }
    expect(wire.exchanges).toBe(4)
    // Something could still follow each of these, so no further request is sent on its connection.
    expect(connections()).toBe(4)
  })

  test.each([{}, { headers: [['Expect', 'x']] as const }])('a head of 60 kB %j', async (change) => {
    const long = 'x'.repeat(60_000)
    const { url } = await startCannedServer(`HTTP/1.1 200 OK\r\nX-Long: ${long}\r\nContent-Length: 0\r\n\r\n`)
    const { response } = await openWire(url).send({ ...get(), ...change })
    expect(header(response.headers, 'x-long')).toBe(long)
  })

  test('times on a monotonic clock', async () => {
    const { url } = await startHttpServer((_, response) => void response.end())
    const wire = openWire(url)
    const before = performance.now()
    const { sentAt, answeredAt } = await wire.send(get())

    expect([before, sentAt, answeredAt, performance.now()].toSorted((a, b) => a - b)).toEqual([
      before,
      sentAt,
      answeredAt,
      expect.any(Number),
    ])
  })

  test('gzip is undone, and a bomb stops at the limit', async () => {
    const { url } = await startHttpServer((request, response) => {
      const content = request.url === '/bomb' ? Buffer.alloc(50_000_000) : 'plain'
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content))
    })
    const wire = openWire(url, { maxBodyBytes: 100_000 })
    const { response } = await wire.send(get())
    const bomb = await wire.send(get('/bomb'))

    expect(text(response.body)).toBe('plain')
    expect(header(response.headers, 'content-encoding')).toBe('gzip')
    expect(bomb.response).toMatchObject({ truncated: true, body: { length: 100_000 } })
  })

  test('a body of 100 MB is cut at the limit, and its connection dropped', async () => {
    let left: Socket | undefined
    const { url } = await startHttpServer((request, response) => {
      left = request.socket
      response.writeHead(200, { 'content-length': 100_000_000 })
      const chunk = Buffer.alloc(100_000, 'x')
      const more = (): unknown => !response.destroyed && response.write(chunk, more)
      more()
    })
    const { response } = await openWire(url).send(get())
    if (!left!.destroyed) await new Promise((resolve) => left!.once('close', resolve))

    expect(response).toMatchObject({ status: 200, truncated: true, body: { length: 256 * 1024 } })
    expect(left!.bytesWritten).toBeLessThan(100_000_000)
  })
})

describe('connections', () => {
  const countPorts = () => {
    const ports: number[] = []
    const server = startHttpServer((request, response) => {
      ports.push(request.socket.remotePort!)
      response.end()
    })
    return { ports, server }
  }

  test('a fresh one each time, or the same for a label', async () => {
    const { ports, server } = countPorts()
    const wire = openWire((await server).url)
    for (const options of [
      {},
      { freshConnection: true },
      { freshConnection: true },
      { connection: 'a' },
      { connection: 'a' },
    ]) {
      await wire.send(get(), options)
    }

    expect(new Set(ports).size).toBe(4)
    expect(ports[3]).toBe(ports[4])
  })

  test('no more requests in flight than allowed', async () => {
    let inFlight = 0
    let most = 0
    const { url } = await startHttpServer((_, response) => {
      most = Math.max(most, ++inFlight)
      setImmediate(() => {
        inFlight--
        response.end()
      })
    })
    const wire = openWire(url, { concurrency: 3 })
    await Promise.all(Array.from({ length: 20 }, () => wire.send(get())))

    expect(most).toBeLessThanOrEqual(3)
  })

  test('a unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wire-'))
    const path = join(folder, 'api.sock')
    const server = createServer((request, response) => void response.end(request.url)).listen(path)
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const wire = openWire(`unix:${path}:/prefix/`)

    expect(wire.prefix).toBe('/prefix')
    expect(text((await wire.send(get('/prefix/x'))).response.body)).toBe('/prefix/x')
    expect(text((await wire.send(get('/a b'))).response.body)).toBe('')
  })
})

describe('no answer', () => {
  test('no such host', async () => {
    const error = await failure(openWire('http://nonexistent.invalid').send(get()))

    expect(error).toMatchObject({
      kind: 'no-such-host',
      message: expect.stringContaining('nonexistent.invalid is unknown'),
    })
  })

  test.each([{}, { headers: [['Expect', 'x']] as const }])('a closed port %j', async (change) => {
    const { port, url } = await startTcpServer(() => {})
    const free = openWire(url.replace(String(port), '1'))

    expect(await failure(free.send({ ...get(), ...change }))).toMatchObject({
      kind: 'refused',
      message:
        '127.0.0.1:1 accepts no connections (ECONNREFUSED); is the server running, and is this the right port?',
    })
  })

  const everyWay = [
    ['undici', get('/x?secret=1')],
    ['raw', { ...get('/x?secret=1'), headers: [['Expect', 'x']] }],
  ] as const
  describe.each(everyWay)('by %s', (_, request) => {
    test('a server that hangs', async () => {
      const { url } = await startTcpServer((socket) => void socket.resume().on('error', () => {}))
      const error = await failure(openWire(url, { timeoutMs: 50 }).send(request))

      expect(error.kind).toBe('timeout')
      expect(error.message).toMatch(/gave no complete answer to GET \/x within 50 ms; .*limits\.timeoutMs/)
    })

    test('a body that never ends', async () => {
      const { url } = await startCannedServer('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () => {})

      expect((await failure(openWire(url, { timeoutMs: 50 }).send(request))).kind).toBe('timeout')
    })

    test.each([
      '\x15\x03\x01garbage\r\n\r\n',
      'SSH-2.0-x\r\n',
      'HTTP/1.1 abc\r\n\r\n',
      'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    ])('garbage %j', async (answer) => {
      const { url } = await startCannedServer(answer)

      expect((await failure(openWire(url).send(request))).kind).toBe('garbage')
    })

    test.each([
      '',
      'HTTP/1.1 200 OK\r\nContent-',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc',
    ])('cut after %j', async (answer) => {
      const { url } = await startCannedServer(answer)

      expect((await failure(openWire(url).send(request))).kind).toBe('cut')
    })
  })

  test('a body that is not in the encoding it names', async () => {
    const { url } = await startCannedServer(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
    )

    expect((await failure(openWire(url).send(get()))).kind).toBe('garbage')
  })
})

describe('TLS', () => {
  const answer = (tls: { key: string; cert: string }) =>
    startHttpsServer(tls, (_, response) => void response.end('ok'))
  const { local, other, expired, selfSigned } = certificates

  test('a private authority, and any certificate where that is wanted', async () => {
    const trusted = openWire((await answer(local)).url, { tls: { ca: authority, insecure: false } })
    const insecure = openWire((await answer(selfSigned)).url, { tls: { insecure: true } })

    expect(text((await trusted.send(get())).response.body)).toBe('ok')
    expect(text((await trusted.send({ ...get(), headers: [['Connection', 'x']] })).response.body)).toBe('ok')
    expect(text((await insecure.send(get())).response.body)).toBe('ok')
  })

  test.each([
    [
      'self-signed',
      selfSigned,
      undefined,
      /authority that is not known here .*tls\.ca, or set tls\.insecure/,
    ],
    ['signed by an unknown authority', local, undefined, /authority that is not known here .*tls\.ca/],
    ['for another host', other, authority, /is for another host; .*tls\.insecure/],
    ['expired', expired, authority, /has expired; renew it, or set tls\.insecure/],
  ])('%s', async (_, certificate, ca, message) => {
    const { url } = await answer(certificate)
    const error = await failure(openWire(url, { tls: { ca, insecure: false } }).send(get()))

    expect(error.kind).toBe('tls')
    expect(error.message).toMatch(message)
  })

  test('https to a port that speaks http', async () => {
    const { port } = await startHttpServer((_, response) => void response.end())

    expect((await failure(openWire(`https://127.0.0.1:${port}`).send(get()))).kind).toBe('tls')
  })
})
