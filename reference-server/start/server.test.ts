import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from './server.ts'
import { UsageError } from '../common/usage-error.ts'

let server: ServerWithParts
beforeAll(async () => {
  server = await startServer({ fastHash: true, controlPort: 0 })
})
afterAll(() => server.stop())

const login = (path: string, init: RequestInit) => fetch(server.url + path, { method: 'POST', ...init })
const dee = { username: 'dee', password: 'dee-Turquoise-Kettle-77' }

test.each(['/api/users/v1/auth/', '/api/v1/authentication/auth/'])(
  '%s takes JSON and a form',
  async (path) => {
    const json = await login(path, {
      body: JSON.stringify(dee),
      headers: { 'content-type': 'application/json' },
    })
    expect(await json.json()).toEqual({ token: expect.stringMatching(/.{20}/) })
    const form = await login(path, { body: new URLSearchParams(dee) })
    expect(await form.json()).toEqual({ token: expect.stringMatching(/.{20}/) })
  },
)

test('a token opens the list until its hour is over', async () => {
  const { token } = (await (
    await login('/api/users/v1/auth/', { body: new URLSearchParams(dee) })
  ).json()) as {
    token: string
  }
  const list = () =>
    fetch(`${server.url}/api/users/v1/users/`, { headers: { authorization: `Bearer ${token}` } })
  expect((await list()).status).toBe(200)
  await fetch(`${server.control}/clock/advance`, {
    method: 'POST',
    body: '{"seconds":3600}',
    headers: { 'content-type': 'application/json' },
  })
  expect((await list()).status).toBe(401)
})

test('a server in a test is switched to a defect and back, and reset', async () => {
  const { token } = (await (
    await login('/api/users/v1/auth/', { body: new URLSearchParams(dee) })
  ).json()) as { token: string }
  const status = async (authorization: string) =>
    (await fetch(`${server.url}/api/v1/users/users/`, { headers: { authorization } })).status
  const privateToken = `Bearer ${server.account('ada').privateToken}`
  expect(await status(privateToken)).toBe(401)
  await server.switchTo({ defects: ['private-token-as-bearer'] })
  expect([await status(privateToken), await status(`Bearer ${token}`)]).toEqual([200, 200])
  await server.switchTo({})
  expect(await status(privateToken)).toBe(401)
  await server.reset({ clock: true })
  expect(await status(`Bearer ${token}`)).toBe(401)
})

test.each<[Record<string, unknown>, string]>([
  [{ defect: ['token-slides'] }, 'there is no option "defect". Did you mean "defects"?'],
  [{ toString: true }, 'there is no option "toString"'],
  [{ defects: 'token-slides' }, 'defects must be an array of texts'],
  [{ port: -1 }, 'port must be a port'],
  [{ controlPort: '8081' }, 'controlPort must be a port'],
  [{ host: 5 }, 'host must be a text'],
  [{ latency: 200 }, 'latency must be { from, to }'],
  [{ latency: { from: 3, to: 2 } }, 'latency must be { from, to }'],
  [{ rateLimit: 0 }, 'rateLimit must be 1 or more'],
  [{ controlPort: 0, journal: -1 }, 'journal must be 0 or more'],
  [{ journal: 5 }, 'there is no control port; give --control-port too'],
  [{ log: { level: 'loud' } }, 'log must be { level }'],
])('the options %j are rejected', async (options, message) => {
  await expect(startServer(options)).rejects.toThrow(message)
  await expect(startServer(options)).rejects.toThrow(UsageError)
})
