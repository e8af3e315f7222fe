import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../testing/client.ts'
import { type ServerWithParts, startServer } from '../../start/server.ts'

let server: ServerWithParts
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startServer({ fastHash: true })
  client = createClient(server)
})
afterAll(() => server.stop())

const families = [
  { login: '/api/users/v1/auth/', second: '/api/users/v1/otp/auth/', list: '/api/users/v1/users/' },
  {
    login: '/api/v1/authentication/auth/',
    second: '/api/v1/authentication/otp/auth/',
    list: '/api/v1/users/users/',
  },
]
const demo = (name: string) => {
  const account = server.parts.demo.accounts.find(({ username }) => username === name)
  return { username: name, password: account?.password ?? '' }
}
/** Returns a code of a time step that no other test has used. */
const freshCode = (name: string, steps = 0) => {
  const { oneTimeCodes, accounts, clock } = server.parts
  const otp = accounts.find(name)?.otp
  if (!otp) throw new Error(`${name} has no second factor`)
  if (steps === 0) clock.advance({ seconds: 90 })
  return oneTimeCodes.codeAt(otp, oneTimeCodes.currentStep(otp) + steps)
}

describe.each(families)('$login', ({ login, second, list }) => {
  test.each(['ada', 'dee', 'eve'])('%s gets a token by JSON and by form', async (name) => {
    for (const answer of [await client.json(login, demo(name)), await client.form(login, demo(name))]) {
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toMatch('application/json')
      expect(answer.json).toEqual({ token: expect.stringMatching(/^[\w-]{32}$/) })
      expect((await client.get(list, 'authorization', `Bearer ${String(answer.json['token'])}`)).status).toBe(
        200,
      )
    }
  })

  test.each(['bob', 'cyd'])('%s gets a challenge, and with seed and code a token, once', async (name) => {
    const challenge = await client.form(login, demo(name))
    expect(challenge.json).toEqual({
      code: 101,
      msg: expect.any(String),
      otp_url: second,
      seed: expect.stringMatching(/^[\w-]{32}$/),
    })
    const { seed } = challenge.json as { seed: string }
    expect((await client.get(list, 'authorization', `Bearer ${seed}`)).status).toBe(401)
    const wrong = await client.json(second, { seed, otp_code: freshCode(name, 7) })
    expect([wrong.status, wrong.json['token']]).toEqual([401, undefined])
    const valid = await client.json(second, { seed, otp_code: freshCode(name) })
    expect(valid.json).toEqual({ token: expect.any(String) })
    expect((await client.json(second, { seed, otp_code: freshCode(name) })).status).toBe(401)
  })

  test('of twenty submissions of one seed at once one wins', async () => {
    const { seed } = (await client.json(login, demo('bob'))).json
    const otp_code = freshCode('bob')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.json(second, { seed, otp_code })),
    )
    expect(answers.filter(({ json }) => 'token' in json)).toHaveLength(1)
  })

  test('an unknown user and a wrong password look the same', async () => {
    const unknown = await client.json(login, { username: 'nobody', password: 'x' })
    const wrong = await client.json(login, { ...demo('bob'), password: 'x' })
    expect(unknown.status).toBe(401)
    expect(wrong.text).toBe(unknown.text)
  })

  test.each<[string, unknown]>([
    ['no password', { username: 'dee' }],
    ['an empty password', { username: 'dee', password: '' }],
    ['a number', { username: 'dee', password: 12 }],
    ['a list', ['dee']],
    ['null', null],
    ['a text', 'dee'],
    ['a long password', { username: 'dee', password: 'x'.repeat(5000) }],
    ['an inherited field', { username: 'dee', constructor: 'x' }],
  ])('%s is malformed', async (_name, body) => {
    const answer = await client.json(login, body)
    expect(answer.status).toBe(400)
    expect(answer.json['token']).toBeUndefined()
  })

  test('a code is a text of digits, not a number', async () => {
    const { seed } = (await client.json(login, demo('bob'))).json
    expect((await client.json(second, { seed, otp_code: Number(freshCode('bob')) })).status).toBe(400)
  })
})
