import { expect, test } from 'vitest'
import { createClient } from '../../testing/client.ts'
import { startServer } from '../../start/server.ts'

const places = [
  '/docs',
  '/docs/',
  '/api/docs',
  '/api/docs/',
  '/docs/openapi.json',
  '/api/docs/openapi.json',
  '/docz',
]

test.each([
  { debug: false, serverVersion: '2.10.0', found: [] },
  { debug: false, serverVersion: '1.5.4', found: [] },
  { debug: true, serverVersion: '1.5.4', found: ['/docs', '/docs/openapi.json'] },
  { debug: true, serverVersion: '1.99.99', found: ['/docs', '/docs/openapi.json'] },
  { debug: true, serverVersion: '2.0.0', found: ['/api/docs/', '/api/docs/openapi.json'] },
  { debug: true, serverVersion: '2.0.0-rc.1', found: ['/api/docs/', '/api/docs/openapi.json'] },
  { debug: true, serverVersion: '10.0.0', found: ['/api/docs/', '/api/docs/openapi.json'] },
])('version $serverVersion, debug $debug: $found', async ({ found, ...options }) => {
  await using server = await startServer({ fastHash: true, ...options })
  const { get } = createClient(server)
  const answers = await Promise.all(places.map(async (place) => [place, (await get(place)).status]))
  expect(answers).toEqual(places.map((place) => [place, found.includes(place) ? 200 : 404]))
})

test('the page loads only what this server has', async () => {
  await using server = await startServer({ fastHash: true, debug: true, variations: ['path-prefix'] })
  const { get } = createClient(server)
  const page = await get('/service/one/api/docs/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.text).not.toMatch(/type="?password/)
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200])
})

test('the description names every route of the API, and nothing else', async () => {
  await using server = await startServer({ fastHash: true, debug: true })
  const { get, send } = createClient(server)
  const { paths } = (await get('/api/docs/openapi.json')).json as { paths: Record<string, object> }
  expect(Object.keys(paths)).toHaveLength(6)
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      expect([path, [404, 405].includes((await send(method.toUpperCase(), path)).status)]).toEqual([
        path,
        false,
      ])
    }
  }
})

test('the described bodies are those that are accepted', async () => {
  await using server = await startServer({ fastHash: true, debug: true })
  const { get, json } = createClient(server)
  const { paths } = (await get('/api/docs/openapi.json')).json as { paths: Record<string, Operations> }
  let tried = 0
  for (const [path, { post }] of Object.entries(paths)) {
    if (!post) continue
    const { required, properties } = post.requestBody.content['application/json'].schema
    const longest = Object.entries(properties).map(([name, { maxLength }]) => [name, 'x'.repeat(maxLength)])
    const body: Record<string, string> = Object.fromEntries(longest)
    expect([path, (await json(path, body)).status]).toEqual([path, 401])
    for (const name of required) {
      for (const value of [undefined, '', 1, `${body[name]}x`])
        expect([path, name, (await json(path, { ...body, [name]: value })).status]).toEqual([path, name, 400])
      tried++
    }
  }
  expect(tried).toBe(8)
})

interface Operations {
  post?: {
    requestBody: {
      content: {
        'application/json': {
          schema: { required: string[]; properties: Record<string, { maxLength: number }> }
        }
      }
    }
  }
}
