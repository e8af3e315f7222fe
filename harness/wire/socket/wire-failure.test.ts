import { expect, onTestFinished, test } from 'vitest'
import { WireFailure } from '../exchange.ts'
import { createHttpWire, type HttpWire } from '../http.ts'
import { parseBaseUrl } from '../base-url.ts'
import { startCannedServer, startHttpServer } from '../testing/servers.ts'
import { wireFailure } from './wire-failure.ts'

const openWire = (baseUrl: string, timeoutMs = 5000) => {
  const wire = createHttpWire({ baseUrl, timeoutMs, requestsPerSecond: 0, concurrency: 4 })
  onTestFinished(() => wire.close())
  return wire
}
const failure = async (wire: HttpWire, target = '/'): Promise<WireFailure> => {
  const error = await wire.send({ method: 'GET', target, headers: [] }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(WireFailure)
  return error as WireFailure
}

test('after three time-outs in a row nothing more is sent, and it says so', async () => {
  let requests = 0
  const { url } = await startHttpServer(() => void requests++)
  const wire = openWire(url, 300)
  for (const target of ['/a', '/b', '/c']) await failure(wire, target)

  const error = await failure(wire, '/x')
  expect(error).toMatchObject({
    kind: 'timeout',
    message: expect.stringMatching(/ has not answered for three times .* GET \/x is not sent/),
  })
  expect(requests).toBe(3)
})

test('a cut may mean another scheme at first; once the server has answered, its own error or too many connections', async () => {
  const { url } = await startHttpServer((request, response) => {
    if (request.url === '/cut') request.socket.destroy()
    else response.end()
  })
  const wire = openWire(url)
  expect((await failure(wire, '/cut')).message).toMatch(
    /look into the server's log, or whether it speaks https\.$/,
  )
  await wire.send({ method: 'GET', target: '/', headers: [] })
  const { message } = await failure(wire, '/cut')
  expect(message).toContain(
    "; look into the server's log for an error at this request; if there is none, it may have restarted, or allow only a few connections at a time: declare limits.concurrency.",
  )
})

test('a kind of request that hung twice is not sent again, and the others are', async () => {
  let hung = 0
  const { url } = await startHttpServer((request, response) => {
    if (request.url?.startsWith('/hangs')) hung++
    else response.end()
  })
  const wire = openWire(url, 300)
  const get = (target: string) => wire.send({ method: 'GET', target, headers: [] })
  await get('/')
  for (let count = 0; count < 2; count++)
    expect((await failure(wire, '/hangs')).message).toContain('gave no complete answer to GET /hangs')

  const said = 'GET /hangs has not answered 2 times in 0.3 s; not asked again'
  expect(await failure(wire, '/hangs')).toMatchObject({ kind: 'timeout', message: `${said}.` })
  expect(wire.notes()).toEqual([said])
  expect((await get('/')).response.status).toBe(200)
  expect(hung).toBe(2)
})

test('a 101 that was not asked for: no cut connection is spoken of', async () => {
  const { url } = await startCannedServer(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  )

  expect(await failure(openWire(url))).toMatchObject({
    kind: 'other',
    message: expect.stringMatching(/^GET \/ to \S+ failed: .*upgrade.* not asked for/),
  })
})

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
  'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}',
])('a length that is not that of the body: %j', async (answer) => {
  const { url } = await startCannedServer(answer)

  expect((await failure(openWire(url))).kind).toBe('garbage')
})

test.each([
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /demands a client certificate/],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /demands a client certificate/],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /rejects the client certificate .*with its chain/],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', /rejects the client certificate/],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', /rejects the client certificate/],
])('the alert %s is about the client certificate', (code, message) => {
  const request = { method: 'GET', target: '/', headers: [] }
  const failed = wireFailure({ code }, request, parseBaseUrl('https://one.example'), 1000)
  expect(failed).toMatchObject({ kind: 'tls', message: expect.stringMatching(message) })
})
