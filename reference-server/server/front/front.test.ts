import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import type { ServerOptions } from '../server-options.ts'
import { certificate } from '../../testing/certificate.ts'
import { createClient } from '../../testing/client.ts'

let server: ServerWithParts | undefined
afterEach(() => server?.stop())
const start = async (options: ServerOptions) => {
  server = await startServer({ fastHash: true, ...options })
  return { server, client: createClient(server) }
}
const list = '/api/v1/users/users/'
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }

test('an answer can be neither kept, sniffed, framed nor run', async () => {
  const { client } = await start({})
  for (const answer of [
    await client.get(list),
    await client.json('/api/users/v1/auth/', dee),
    await client.get('/nothing'),
  ]) {
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  }
})

test('pages of a named origin may call, those of another may not', async () => {
  const { client } = await start({ corsOrigins: ['http://localhost:5173'] })
  const preflight = (origin: string) =>
    client.send('OPTIONS', list, ['origin', origin, 'access-control-request-method', 'GET'])
  const asked = await preflight('http://localhost:5173')
  expect([asked.status, asked.text]).toEqual([204, ''])
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-headers': expect.stringMatching(/Authorization.*X-Signing-String/),
    'access-control-allow-credentials': 'true',
  })
  expect((await client.get(list, 'origin', 'http://localhost:5173')).headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-expose-headers': 'Date, Retry-After, WWW-Authenticate',
    vary: 'Origin',
  })
  expect((await preflight('http://evil.test')).headers).not.toHaveProperty('access-control-allow-origin')
})

test('no page of another origin may call where none is named', async () => {
  const { client } = await start({})
  const asked = await client.send('OPTIONS', list, [
    'origin',
    'http://x.test',
    'access-control-request-method',
    'GET',
  ])
  expect(asked.status).toBe(405)
  expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
})

test('"*" is every origin, without its cookies', async () => {
  const { client } = await start({ corsOrigins: ['*'] })
  const { headers } = await client.get(list, 'origin', 'http://x.test')
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})

test('more requests a minute than allowed are told when to come back, and that is by the movable clock', async () => {
  const { server, client } = await start({ rateLimit: 2 })
  expect((await client.get(list)).status).toBe(401)
  expect((await client.json('/api/users/v1/auth/', dee)).status).toBe(200)
  const refused = await client.json('/api/users/v1/auth/', dee)
  expect([refused.status, refused.json]).toEqual([429, { error: 'rate-limited', msg: expect.any(String) }])
  expect(refused.headers['retry-after']).toMatch(/^(?:60|[1-5]?\d)$/)
  expect((await client.get('/nothing')).status).toBe(429)
  server.clock.advance({ seconds: 60 })
  expect((await client.json('/api/users/v1/auth/', dee)).status).toBe(200)
})

test('an answer is held back by the latency', async () => {
  const { client } = await start({ latency: { from: 60, to: 80 } })
  const from = performance.now()
  await client.get(list)
  // Timers may fire a millisecond early. Firing late is no error.
  expect(performance.now() - from).toBeGreaterThan(55)
})

test('with a certificate it speaks https, and cookies stay within it', async () => {
  const { server } = await start({ tls: certificate })
  expect(server.url).toMatch(/^https:/)
  const cookies = await new Promise((resolve, reject) => {
    request(`${server.url}/auth/login/`, { ca: certificate.cert, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.headers['set-cookie']))
    })
      .on('error', reject)
      .end()
  })
  expect(cookies).toEqual([
    expect.stringMatching(/^sessionid=.*; Secure/),
    expect.stringMatching(/^csrftoken=.*; Secure/),
  ])
})

test('with the same number, a second run gives no id that the first one gave and kept', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reference-server-front-'))
  const ids: string[] = []
  for (const username of ['zoe', 'max']) {
    const { server } = await start({ deterministic: 7, dataDir })
    ids.push((await server.parts.operator.addUser(username, 'pw')).id)
    await server.stop()
  }
  rmSync(dataDir, { recursive: true })
  expect(ids[0]).not.toBe(ids[1])
})

test('with the same number, a run makes the same tokens, seeds and keys', async () => {
  const bob = { username: 'bob', password: 'bob likes wörds & 50% = half+half' }
  const run = async (deterministic: number, withPage = false) => {
    const { server, client } = await start({ deterministic })
    // Random values drawn for a page don't affect the others.
    if (withPage) await client.get('/auth/login/')
    const token = (await client.json('/api/users/v1/auth/', dee)).json['token']
    const second = (await client.json('/api/users/v1/auth/', dee)).json['token']
    const seed = (await client.json('/api/users/v1/auth/', bob)).json['seed']
    const made = [
      server.parts.operator.createPrivateToken('eve'),
      server.parts.operator.createAccessKey('eve'),
    ]
    await server.stop()
    return [token, second, seed, ...made]
  }
  const first = await run(7)
  expect(new Set(first).size).toBe(first.length)
  expect(await run(7, true)).toEqual(first)
  expect((await run(8)).filter((value) => first.includes(value))).toEqual([])
})
