import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ServerWithParts, startServer } from '../../start/server.ts'
import { createClient } from '../../testing/client.ts'

/** The parameters of each scrypt computation: the work that an answer took. */
const work: unknown[] = []
beforeAll(() => {
  const { scrypt } = crypto
  const spy = vi.spyOn(crypto, 'scrypt').mockImplementation((...args: unknown[]) => {
    const [, salt, length, options] = args as [string, Buffer, number, object]
    work.push([salt.length, length, options])
    Reflect.apply(scrypt, crypto, args)
  })
  // Those who import it by its name get the spy, too.
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
})

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({})
  client = createClient(server)
})
afterAll(() => server.stop())
beforeEach(() => void (work.length = 0))

const json = (path: string) => (fields: Record<string, string>) => client.json(path, fields)
const form = (path: string) => (fields: Record<string, string>) => client.form(path, fields)
const page = async (fields: Record<string, string>) => {
  const { headers, text } = await client.get('/auth/login/')
  const cookie = (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ')
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const answer = await client.form('/auth/login/', { csrfmiddlewaretoken, ...fields }, 'cookie', cookie)
  return { ...answer, text: answer.text.replaceAll(csrfmiddlewaretoken, '') }
}

test.each([
  ['/api/users/v1/auth/ as JSON', json('/api/users/v1/auth/')],
  ['/api/users/v1/auth/ as a form', form('/api/users/v1/auth/')],
  ['/api/v1/authentication/auth/ as JSON', json('/api/v1/authentication/auth/')],
  ['/api/v1/authentication/auth/ as a form', form('/api/v1/authentication/auth/')],
  ['the web login', page],
])('%s: answer and work tell nobody who there is', async (_name, send) => {
  const answers = []
  const works = []
  for (const username of ['nobody', 'dee', 'bob', 'x'.repeat(200), '__proto__']) {
    work.length = 0
    const { status, headers, text } = await send({ username, password: 'no password of theirs' })
    answers.push([status, Object.keys(headers), text])
    works.push([...work])
  }
  expect(works[0]).toEqual([[16, 32, expect.objectContaining({ N: 2 ** 14, r: 8, p: 1 })]])
  for (const other of works) expect(other).toEqual(works[0])
  for (const other of answers) expect(other).toEqual(answers[0])
})
