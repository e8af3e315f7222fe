import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpDate } from '../../common/clock.ts'
import { createClient } from '../../testing/client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true })
  client = createClient(server)
})
afterAll(() => server.stop())

const privateToken = () => server.parts.demo.privateTokens[0]?.token ?? ''

function authorization(target: string, extra = ''): string[] {
  const { clock, demo, signatures } = server.parts
  const [key] = demo.accessKeys
  const date = httpDate(clock.now())
  const text = `(request-target): get ${target}\naccept: application/json\ndate: ${date}`
  const list = 'headers="(request-target) accept date"'
  const value = `Signature keyId="${key?.keyId}",algorithm="hmac-sha256",${list},signature="${signatures.sign(key?.keySecret ?? '', text)}"${extra}`
  return ['Accept', 'application/json', 'date', date, 'Authorization', value]
}

describe.each(['/api/users/v1/users/', '/api/v1/users/users/'])('%s', (list) => {
  test('a private token lists every account, with no secret among the fields', async () => {
    const answer = await client.get(list, 'authorization', `Token ${privateToken()}`)
    expect(answer.status).toBe(200)
    expect(Object.keys((answer.json as unknown as object[])[0] ?? {})).toEqual([
      'id',
      'username',
      'name',
      'email',
    ])
    expect(answer.text.match(/"username":"\w+"/g)).toHaveLength(5)
  })

  test('a signature does, also over a query that is oddly spelt, and again', async () => {
    const target = `${list}?q=a%2Fb&%7e=&&x=%C3%BC+`
    const headers = authorization(target)
    expect((await client.get(target, ...headers)).status).toBe(200)
    expect((await client.get(target, ...headers)).status).toBe(200)
    expect((await client.get(list, ...headers)).status).toBe(401)
    expect((await client.get(list, ...authorization(list, ',note="a, b"'))).status).toBe(200)
    expect(
      (await client.get(list, ...authorization(list), 'Date', httpDate(server.clock.now()))).status,
    ).toBe(401)
  })

  test('without credentials there is no list', async () => {
    const answer = await client.get(list)
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"')
    expect(answer.json).toEqual({ error: 'not-authenticated', msg: expect.any(String) })
  })

  test('two Authorization fields are none', async () => {
    const valid = ['authorization', `Token ${privateToken()}`]
    expect((await client.get(list, ...valid, ...valid)).status).toBe(401)
    expect((await client.get(list, ...valid, 'Authorization', 'Bearer x')).status).toBe(401)
  })

  test.each([
    'Token',
    'Token ',
    'Bearer',
    'Basic YWRhOng=',
    'Signature',
    'Signature x',
    'Signature keyId="",algorithm="",signature=""',
    'Signature keyId="a",algorithm="hmac-sha256",headers="(request-target) date",signature="%%%"',
    'constructor x',
    '__proto__ x',
    'ÿþ',
    '"'.repeat(4000),
  ])('Authorization: %s is rejected', async (value) => {
    expect((await client.get(list, 'authorization', value)).status).toBe(401)
  })

  test('a private token is no Bearer, and a cut one is none', async () => {
    for (const value of [
      `Bearer ${privateToken()}`,
      `Token ${privateToken().slice(1)}`,
      `Token${privateToken()}`,
    ]) {
      expect((await client.get(list, 'authorization', value)).status).toBe(401)
    }
    expect((await client.get(list, 'authorization', `token ${privateToken()}`)).status).toBe(200)
  })
})
