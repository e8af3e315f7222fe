import { afterEach, expect, test } from 'vitest'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import { createClient } from '../../testing/client.ts'

let server: ServerWithParts
afterEach(() => server.stop())

async function startLogged() {
  const lines: string[] = []
  server = await startServer({
    fastHash: true,
    log: { level: 'info', to: { write: (line: string) => lines.push(line) > 0 } },
  })
  return { client: createClient(server), lines }
}

test('a line of JSON for each answer', async () => {
  const { client, lines } = await startLogged()
  await client.get('/api/v1/users/users/')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-/),
      request: expect.any(String),
      method: 'GET',
      path: '/api/v1/users/users/',
      status: 401,
      milliseconds: expect.any(Number),
      address: '127.0.0.1',
      msg: 'answered',
    },
  ])
})

test('no secret is in it, wherever it was sent', async () => {
  const { client, lines } = await startLogged()
  const password = 'dee-Turquoise-Kettle-77'
  const login = await client.json('/api/users/v1/auth/', { username: 'dee', password })
  const token = String(login.json['token'])
  await client.get(`/api/v1/users/users/?token=${token}`, 'authorization', `Bearer ${token}`)
  await client.get(`/api/v1/users/users/${token}`, 'cookie', `sessionid=${token}`)
  await client.get(`/${token}`)
  await client.send(token, '/')
  await client.json('/api/users/v1/auth/', { username: 'dee', password: `${password}x` })
  expect(lines.length).toBeGreaterThanOrEqual(5)
  expect(lines.filter((line) => line.includes(token) || line.includes(password))).toEqual([])
})

test('a fault of the server is logged where it happened, without what was sent', async () => {
  const { client, lines } = await startLogged()
  server.parts.accounts.find = () => {
    throw new Error('no account for dee-Turquoise-Kettle-77')
  }
  const answer = await client.json('/api/users/v1/auth/', {
    username: 'dee',
    password: 'dee-Turquoise-Kettle-77',
  })
  expect([answer.status, answer.text.includes('Kettle')]).toEqual([500, false])
  const fault = lines.find((line) => line.includes('a fault of the server'))
  expect(JSON.parse(fault ?? '{}')).toMatchObject({
    level: 50,
    error: { name: 'Error', at: expect.any(Array) },
  })
  expect(fault).toContain('log.test.ts')
  expect(lines.join('')).not.toContain('Kettle')
})
