import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from '../../start/server.ts'

const token = 'control-token-of-20-letters'
const json = ['content-type', 'application/json']
let plain: ServerWithParts
let beyond: ServerWithParts
beforeAll(async () => {
  plain = await startServer({ fastHash: true, controlPort: 0 })
  beyond = await startServer({ fastHash: true, controlPort: 0, controlHost: '0.0.0.0', controlToken: token })
})
afterAll(() => Promise.all([plain.stop(), beyond.stop()]))

/** Sends exactly these headers; `host` replaces the correct one. */
function ask(server: ServerWithParts, method: string, path: string, headers: string[], host?: string) {
  const { port } = new URL(server.control ?? '')
  const body = method === 'POST' ? '{"seconds":60}' : ''
  return new Promise<{ status: number; headers: IncomingHttpHeaders; json: Record<string, unknown> }>(
    (resolve, reject) => {
      const own = ['host', host ?? `127.0.0.1:${port}`, 'content-length', String(body.length)]
      const options = { host: '127.0.0.1', port, method, path: `/control${path}`, agent: false }
      request({ ...options, headers: [...own, ...headers] }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: isJson ? JSON.parse(text) : {},
          })
        })
      })
        .on('error', reject)
        .end(body)
    },
  )
}

describe('on loopback', () => {
  test.each(['localhost:81', '127.0.0.1', '127.1.2.3:4', '[::1]:81', 'LOCALHOST'])(
    '%s is let in',
    async (host) => {
      expect((await ask(plain, 'GET', '/clock', [], host)).status).toBe(200)
    },
  )

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.7:81',
    '[::2]',
    '',
    'evil.example:80@127.0.0.1',
  ])('a page that was led here as "%s" gets nothing', async (host) => {
    for (const path of ['/clock', '/accounts', '/journal', '/', '/openapi.json', '/nothing', '/%zz']) {
      const answer = await ask(plain, 'GET', path, [], host)
      expect([path, [400, 403].includes(answer.status)]).toEqual([path, true])
    }
    const before = plain.clock.now()
    expect((await ask(plain, 'POST', '/clock/advance', json, host)).status).not.toBe(200)
    expect(plain.clock.now() - before).toBeLessThan(60_000)
  })

  test('what a proxy says of the Host counts for nothing', async () => {
    const forwarded = ['x-forwarded-host', 'localhost', 'forwarded', 'host=localhost']
    expect((await ask(plain, 'GET', '/clock', forwarded, 'evil.example')).status).toBe(403)
  })

  test.each(['http://evil.example', 'null', 'https://127.0.0.1:1'])(
    'the origin %s is rejected',
    async (origin) => {
      expect((await ask(plain, 'POST', '/clock/advance', [...json, 'origin', origin])).status).toBe(403)
    },
  )

  test.each([
    [],
    ['content-type', 'text/plain'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['content-type', 'text/plain; application/json'],
    ['content-type', 'application/json-seq'],
  ])('what a page may send without asking is rejected: %j %s', async (...headers) => {
    const answer = await ask(plain, 'POST', '/clock/advance', headers)
    expect(answer.status).toBe(415)
    expect(answer.json['msg']).toContain('application/json')
  })

  test('no answer may be read by another site', async () => {
    const { headers } = await ask(plain, 'GET', '/clock', [])
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
    })
  })
})

describe('beyond loopback', () => {
  const bearer = (value: string) => ['authorization', `Bearer ${value}`]

  test.each([undefined, '192.168.0.7:81', '[2001:db8::1]:81', 'localhost'])(
    '%s needs the token',
    async (host) => {
      for (const path of ['/clock', '/accounts', '/accounts/bob/code', '/journal', '/changes', '/nothing']) {
        expect([path, (await ask(beyond, 'GET', path, [], host)).status]).toEqual([path, 401])
        expect((await ask(beyond, 'GET', path, bearer(`${token}x`), host)).status).toBe(401)
        expect((await ask(beyond, 'GET', path, bearer(token.slice(1)), host)).status).toBe(401)
      }
      const refused = await ask(beyond, 'POST', '/clock/advance', json, host)
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="control"'])
      expect((await ask(beyond, 'POST', '/clock/advance', [...json, ...bearer(token)], host)).status).toBe(
        200,
      )
    },
  )

  test('a name is let in with the token alone', async () => {
    expect((await ask(beyond, 'GET', '/health', [], 'reference.internal:81')).status).toBe(403)
    expect((await ask(beyond, 'GET', '/clock', bearer(token), 'reference.internal:81')).status).toBe(200)
  })

  test('health, description and page tell nothing secret and need none', async () => {
    for (const path of ['/health', '/openapi.json', '/']) {
      expect([path, (await ask(beyond, 'GET', path, [])).status]).toEqual([path, 200])
    }
  })

  test.each([
    [{ controlHost: '0.0.0.0' }, 'needs a token'],
    [{ controlHost: '::' }, 'needs a token'],
    [{ controlHost: '0.0.0.0', controlToken: 'short' }, '16 characters'],
    [{ controlToken: '' }, '16 characters'],
  ])('%j does not start', async (options, message) => {
    await expect(startServer({ fastHash: true, controlPort: 0, ...options })).rejects.toThrow(message)
  })
})
