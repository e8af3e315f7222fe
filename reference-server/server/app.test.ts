import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../testing/client.ts'
import { type ServerWithParts, startServer } from '../start/server.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true })
  client = createClient(server)
})
afterAll(() => server.stop())

const login = '/api/users/v1/auth/'
const asJson = ['content-type', 'application/json']

test.each<[string, string, string, string[], string | Buffer | undefined, number]>([
  ['an unknown path', 'GET', '/', [], undefined, 404],
  ['a path that cannot be decoded', 'GET', '/%zz', [], undefined, 404],
  ['a target without a host', 'GET', 'http:///api/v1/users/users/', [], undefined, 404],
  ['a target with a fragment', 'GET', 'http://host/#/', [], undefined, 404],
  // The router would read such a path as a pattern.
  ['a path with a star', 'GET', '/api/v1/*', [], undefined, 404],
  ['a path with a star inside', 'GET', '/*api/v1/', [], undefined, 404],
  ['a path with a colon', 'GET', '/api/:v1/', [], undefined, 404],
  ['no trailing slash', 'POST', login.slice(0, -1), asJson, '{}', 404],
  ['another method', 'GET', login, [], undefined, 405],
  ['HEAD', 'HEAD', '/api/v1/users/users/', [], undefined, 405],
  ['an odd method', 'PROPFIND', '/api/v1/users/users/', [], undefined, 405],
  ['no body', 'POST', login, asJson, undefined, 400],
  ['malformed JSON', 'POST', login, asJson, '{"username":', 400],
  ['JSON that poisons a prototype', 'POST', login, asJson, '{"__proto__":{"username":"x"}}', 400],
  ['bytes that are no UTF-8', 'POST', login, asJson, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
  ['an unknown content type', 'POST', login, ['content-type', 'text/plain'], 'x', 415],
  ['no content type', 'POST', login, [], 'x', 415],
  ['a malformed content type', 'POST', login, ['content-type', ';;;'], 'x', 415],
  [
    'a form with a field twice',
    'POST',
    login,
    ['content-type', 'application/x-www-form-urlencoded'],
    'username=a&username=b&password=c',
    400,
  ],
  ['a long body', 'POST', login, asJson, `"${'x'.repeat(1_000_000)}"`, 400],
  ['a body beyond the limit', 'POST', login, asJson, `"${'x'.repeat(2_200_000)}"`, 413],
])('%s', async (_name, method, path, headers, body, status) => {
  expect((await client.send(method, path, headers, body)).status).toBe(status)
})

test('every answer carries the Date of the movable clock', async () => {
  server.clock.advance({ hours: 48 })
  for (const answer of [
    await client.get('/'),
    await client.get('/%zz'),
    await client.get('/auth/login/'),
    await client.json(login, {}),
  ]) {
    const ahead = Date.parse(String(answer.headers['date'])) - server.clock.now()
    expect(Math.abs(ahead)).toBeLessThan(2000)
  }
})

test('what is no HTTP is answered with 400', async () => {
  const { port } = new URL(server.url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('garbage\r\n\r\n'))
    socket.once('data', (chunk) => resolve(String(chunk))).on('error', reject)
    socket.unref()
  })
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
})
