import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseBaseUrl } from '../base-url.ts'
import { createHttpWire } from '../http.ts'
import { listenLocally } from '../listen-locally.ts'
import { findProxy } from './proxy.ts'
import { authority, certificates } from '../testing/certificates.ts'
import { startHttpsServer } from '../testing/servers.ts'

const find = (baseUrl: string, env: NodeJS.ProcessEnv) => findProxy(parseBaseUrl(baseUrl), env)?.origin

test.each([
  ['http://api.example', { http_proxy: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['http://api.example', { HTTP_PROXY: 'proxy:3128' }, 'http://proxy:3128'],
  ['https://api.example', { http_proxy: 'http://proxy:3128' }, undefined],
  ['https://api.example', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['https://api.example', { https_proxy: 'http://proxy:3128', no_proxy: 'other, .example' }, undefined],
  ['https://api.example', { https_proxy: 'http://proxy:3128', no_proxy: 'pi.example' }, 'http://proxy:3128'],
  [
    'https://api.example:8443',
    { https_proxy: 'http://proxy:3128', no_proxy: 'api.example:443' },
    'http://proxy:3128',
  ],
  ['https://api.example', { https_proxy: 'http://proxy:3128', NO_PROXY: '*' }, undefined],
  ['http://127.0.0.1:8080', { http_proxy: 'http://proxy:3128' }, undefined],
  ['http://[::1]:8080', { http_proxy: 'http://proxy:3128' }, undefined],
  ['http://localhost', { http_proxy: 'http://proxy:3128' }, undefined],
  ['unix:/run/api.sock', { http_proxy: 'http://proxy:3128' }, undefined],
])('%s with %j goes through %s', (baseUrl, env, proxy) => {
  expect(find(baseUrl, env)).toBe(proxy)
})

test.each(['socks5://u:secret@proxy:1080', 'https://proxy', 'http://[proxy', 'http://u%zz:secret@proxy'])(
  'what is no http proxy is rejected by its variable: %s',
  (HTTP_PROXY) => {
    const message = 'the environment variable http_proxy names no proxy such as http://proxy.example:3128'
    expect(() => find('http://api.example', { HTTP_PROXY })).toThrow(new TypeError(message))
  },
)

test.each(['http', 'https'])('a proxy that accepts no connections is named as such: %s', async (scheme) => {
  const wire = openWire(`${scheme}://api.example`, { all_proxy: 'http://u:secret@127.0.0.1:1' })
  await expect(wire.send({ method: 'GET', target: '/', headers: [] })).rejects.toThrow(
    'The proxy http://127.0.0.1:1, which the environment names, accepts no connections (ECONNREFUSED)',
  )
})

test('one whose name is unknown too', async () => {
  const wire = openWire('https://api.example', { https_proxy: 'http://proxy.invalid:1' })
  await expect(wire.send({ method: 'GET', target: '/', headers: [] })).rejects.toThrow(
    /^The host of the proxy http:\/\/proxy\.invalid:1, which the environment names, is unknown/,
  )
})

/** Starts a proxy that records its requests, answers plain ones itself, and tunnels to `port`. */
async function startProxy(port = 0) {
  const asked: string[] = []
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push(`${method} ${url} host=${headers.host} ${headers['proxy-authorization']}`)
  const server = createServer((request, response) => {
    note(request)
    response.end(request.rawHeaders.join())
  })
  server.on('connect', (request, socket) => {
    note(request)
    if (port === 0) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [socket, upstream]) end.on('error', () => {})
  })
  const { url, stop } = await listenLocally(server)
  onTestFinished(stop)
  return { asked, url: url.replace('//', '//u:p@') }
}
const openWire = (baseUrl: string, env: NodeJS.ProcessEnv) => {
  const tls = { ca: authority, insecure: false }
  const wire = createHttpWire({ baseUrl, timeoutMs: 5000, requestsPerSecond: 0, concurrency: 2, tls, env })
  onTestFinished(() => wire.close())
  return wire
}

test('a plain request goes to the proxy with its whole URL, its order and its doubles', async () => {
  const proxy = await startProxy()
  const wire = openWire('http://api.example', { http_proxy: proxy.url })
  const headers = [
    ['X-a', '1'],
    ['X-a', '2'],
  ] as const
  const plain = await wire.send({ method: 'GET', target: '/a/../b?c', headers })
  await wire.send({ method: 'GET', target: '/raw', headers: [['Connection', 'close']] })

  expect(proxy.asked).toEqual([
    'GET http://api.example/a/../b?c host=api.example Basic dTpw',
    'GET http://api.example/raw host=api.example Basic dTpw',
  ])
  expect(Buffer.from(plain.response.body).toString()).toContain('X-a,1,X-a,2')
  expect(plain.request.headers).toEqual(headers)
})

test('https goes through a tunnel, and the certificate is checked at its end', async () => {
  const { port } = await startHttpsServer(
    certificates.other,
    (request, response) => void response.end(request.url),
  )
  const proxy = await startProxy(port)
  const wire = openWire('https://other.example', { https_proxy: proxy.url })
  const { response } = await wire.send({ method: 'GET', target: '/x', headers: [] })

  expect(Buffer.from(response.body).toString()).toBe('/x')
  expect(proxy.asked).toEqual(['CONNECT other.example:443 host=other.example:443 Basic dTpw'])
})

test('a proxy that accepts no connections is named', async () => {
  const proxy = await startProxy()
  const sent = openWire('https://other.example', { https_proxy: proxy.url }).send({
    method: 'GET',
    target: '/',
    headers: [],
  })

  await expect(sent).rejects.toThrow(/the proxy http:\/\/127\.0\.0\.1:\d+ answered CONNECT with 403/)
})
