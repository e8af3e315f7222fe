import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from './server.ts'

let server: RunningServer
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
