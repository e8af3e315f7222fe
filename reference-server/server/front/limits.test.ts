import { createParts } from '../create-parts.ts'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** Returns what comes back on a separate connection until the server closes it. */
async function exchange(begin: string, changed: { requestTimeoutSeconds?: number } = {}, halfClose = false) {
  const parts = createParts({ fastHash: true })
  Object.assign(parts.choices, changed)
  const app = await createApp(parts)
  close = () => app.close()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      halfClose ? socket.end(begin) : socket.write(begin),
    )
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', reject).on('end', () => {
      socket.destroy()
      resolve(text)
    })
  })
}
const head = (...fields: string[]) =>
  ['GET /api/v1/users/users/ HTTP/1.1', 'Host: x', 'Connection: close', ...fields, '', ''].join('\r\n')

test('headers beyond the limit are rejected', async () => {
  expect(await exchange(head(`X-Long: ${'x'.repeat(15_000)}`))).toMatch(/^HTTP\/1\.1 401 /)
  await close?.()
  expect(await exchange(head(`X-Long: ${'x'.repeat(17_000)}`))).toMatch(/^HTTP\/1\.1 431 /)
})

test('a request with two Host fields is malformed', async () => {
  expect(await exchange(head('hOst: x'))).toMatch(/^HTTP\/1\.1 400 [^]*"msg":"there must be one Host field"/)
  await close?.()
  expect(
    await exchange(head().replace('/api/v1/users/users/', '/nothing').replace('\r\n', '\r\nHost: y\r\n')),
  ).toMatch(/^HTTP\/1\.1 400 /)
})

test('a request that never comes to its end is rejected', async () => {
  const slow = { requestTimeoutSeconds: 1 }
  expect(await exchange('GET /api/v1/users/users/ HTTP/1.1\r\nHost: x\r\n', slow)).toMatch(/^HTTP\/1\.1 408 /)
  await close?.()
  const body =
    'POST /api/users/v1/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nContent-Type: application/json\r\n\r\n{'
  expect(await exchange(body, slow)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a client that says it will send no more gets the answers that it waits for', async () => {
  const login =
    'POST /api/users/v1/auth/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 33\r\n\r\n'
  const body = '{"username":"dee","password":"x"}'
  const text = await exchange((login + body).repeat(3), {}, true)
  expect(text.match(/HTTP\/1\.1 401 /g)).toHaveLength(3)
})

test('a body beyond the limit costs its sender neither the answer nor the next one', async () => {
  const login =
    'POST /api/users/v1/auth/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n'
  const text = await exchange(login + ' '.repeat(8_000_000) + head(), {}, true)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 401'])
})

test('a body that is not JSON does not affect the next request', async () => {
  const login =
    'POST /api/users/v1/auth/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n'
  const text = await exchange(`${login}{${login}{${head()}`, {}, true)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 401'])
})

test('a request for a tunnel is rejected', async () => {
  expect(await exchange('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
})

test('a connection that waits is closed', async () => {
  const parts = createParts({ fastHash: true })
  const app = await createApp(parts)
  close = () => app.close()
  expect([app.server.keepAliveTimeout, app.server.requestTimeout]).toEqual([
    parts.choices.keepAliveSeconds * 1000,
    parts.choices.requestTimeoutSeconds * 1000,
  ])
})

test('what is no request is answered before the connection ends, however much of it comes', async () => {
  const text = await exchange(`GET / HTTP/1.1\r\nno header\r\n\r\n${'x'.repeat(8_000_000)}`)
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/)
})
