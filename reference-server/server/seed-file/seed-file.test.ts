import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import { createClient } from '../../testing/client.ts'
import { openSeedFile } from './seed-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'seed-file-'))
const seedFile = join(folder, 'users.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const zoe = '{ username: zoe, password: pw, privateToken: token-of-zoe }'
let server: ServerWithParts
let said: string[]
beforeEach(async () => {
  said = []
  writeFileSync(seedFile, `accounts: [${zoe}]`)
  server = await startServer({ fastHash: true, seedFile, onSeedFile: (line) => said.push(line) })
})
afterEach(() => server.stop())

const login = async (username: string, password: string) =>
  (await createClient(server).json('/api/users/v1/auth/', { username, password })).status
const list = async (token: string) => {
  const { status, text } = await createClient(server).get(
    '/api/v1/users/users/',
    'authorization',
    `Token ${token}`,
  )
  return status === 200
    ? (JSON.parse(text) as { username: string }[]).map(({ username }) => username)
    : status
}

test('its accounts replace the demo accounts', async () => {
  expect(await login('zoe', 'pw')).toBe(200)
  expect(await login('dee', 'dee-Turquoise-Kettle-77')).toBe(401)
  expect(await list('token-of-zoe')).toEqual(['zoe'])
})

test('a changed file is taken while the server runs', async () => {
  writeFileSync(`${seedFile}.new`, `accounts: [${zoe}, { username: max, password: pw2 }]`)
  renameSync(`${seedFile}.new`, seedFile)
  await expect.poll(() => said).toEqual(['users.yaml was read again: 2 accounts'])
  expect(await login('max', 'pw2')).toBe(200)
  expect(await list('token-of-zoe')).toEqual(['zoe', 'max'])
})

test('a broken file leaves everything as it was, and is said to be broken', async () => {
  writeFileSync(seedFile, 'accounts: [{ username: zoe }]')
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toContain('accounts[0].password must be given')
  expect(said[0]).toContain('everything stays as it was')
  expect(await login('zoe', 'pw')).toBe(200)
})

test('a file that is being written is taken once it stands still, and one change after another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const seeds = await openSeedFile(seedFile, true, (line) => said.push(line))
  onTestFinished(seeds.watch())
  for (let spaces = 1; spaces < 9; spaces++) {
    writeFileSync(seedFile, `accounts: [${zoe}]${' '.repeat(spaces)}`)
    vi.advanceTimersByTime(200)
  }
  vi.advanceTimersByTime(200)
  // The next change arrives while the last one is being read.
  writeFileSync(seedFile, 'accounts: []')
  vi.advanceTimersByTime(800)
  await new Promise((resolve) => setTimeout(resolve, 0))
  await expect.poll(() => said).toEqual(['users.yaml was read again: 1 account'])
  vi.advanceTimersByTime(400)
  await expect.poll(() => said.slice(1)).toEqual(['users.yaml was read again: 0 accounts'])
})

test('text that is not in UTF-8 is rejected', async () => {
  writeFileSync(seedFile, Buffer.from('accounts: [{ username: zo\xeb, password: pw }]', 'latin1'))
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toContain('users.yaml is not in UTF-8; save it in that encoding')
  expect(await login('zoe', 'pw')).toBe(200)
})

test('what was taken out of the file opens nothing more', async () => {
  const { json } = await createClient(server).json('/api/users/v1/auth/', { username: 'zoe', password: 'pw' })
  writeFileSync(seedFile, 'accounts: [{ username: max, password: pw2, privateToken: token-of-max }]')
  await expect.poll(() => said).toHaveLength(1)
  expect(await list('token-of-max')).toEqual(['max'])
  expect(await list('token-of-zoe')).toBe(401)
  const bearer = await createClient(server).get(
    '/api/v1/users/users/',
    'authorization',
    `Bearer ${String(json['token'])}`,
  )
  expect(bearer.status).toBe(401)
})
