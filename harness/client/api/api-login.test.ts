import { describe, expect, test, vi } from 'vitest'
import type { DeclarationInput } from '../../subject/declaration/declaration-schema.ts'
import { AskedToWait, NeverAccepted, NotSupported, SetupFailed } from '../../outcomes.ts'
import { ada, allAccounts, bob, dee, users } from '../testing/accounts.ts'
import { noon } from '../testing/instants.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, inTurn, type Subject } from '../testing/test-client.ts'

const limits = { failedLogins: 25, failedLoginsPerAccount: 2 }
const create = (subject: Subject, declared: DeclarationInput = {}) =>
  createTestClient(subject, { declared: { accounts: allAccounts, limits, ...declared } })
const granting: Subject = {
  [route.login]: { json: { token: 'token of ada' } },
  [route.newLogin]: { json: { token: 'new token of ada' } },
}
const refusing: Subject = { [route.login]: { status: 401, json: { msg: 'no' } } }
const challenge = { code: 101, msg: 'go on', otp_url: '/otp', seed: 'seed of bob' }
const wrong = { ...ada, password: 'wrong' }

describe('what a login sends', () => {
  test('the two fields as JSON to the older family', async () => {
    const { api, sent, trace } = create(granting)
    await api.login(ada)
    expect(sent).toMatchObject([
      {
        method: 'POST',
        target: '/api/users/v1/auth/',
        headers: [
          ['Accept', 'application/json'],
          ['Content-Type', 'application/json'],
        ],
        body: JSON.stringify(ada),
      },
    ])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['judged'])
  })

  test('to the newer family where the subject has no other', async () => {
    const client = create(granting)
    client.run.support.login['users-v1'] = false
    await client.api.login(ada)
    expect(client.asked()).toEqual([route.newLogin])
  })

  test('what was asked for: family, encoding, fields, body, headers, role', async () => {
    const { api, sent, trace } = create(granting)
    await api.login(ada, { family: 'v1', encoding: 'form', role: 'step', headers: [['X-Id', '7']] })
    await api.login(ada, { fields: { username: 'ada' } })
    await api.login(ada, { body: '{"broken' })
    expect(sent.map(({ target, body }) => [target, body])).toEqual([
      ['/api/v1/authentication/auth/', 'username=ada&password=password+of+ada'],
      ['/api/users/v1/auth/', '{"username":"ada"}'],
      ['/api/users/v1/auth/', '{"broken'],
    ])
    expect(sent[0]?.headers.slice(1)).toEqual([
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['X-Id', '7'],
    ])
    expect(sent[2]?.headers).toContainEqual(['Content-Type', 'application/json'])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step', 'judged', 'judged'])
  })

  test('below the path prefix of the base URL', async () => {
    const client = createTestClient({}, { prefix: '/sso' })
    await client.api.login(ada)
    expect(client.asked()).toEqual(['POST /sso/api/users/v1/auth/'])
  })

  test('nothing to a family that the subject does not have', async () => {
    const { api, run, sent } = create(granting)
    run.support.login.v1 = false
    await expect(api.login(ada, { family: 'v1' })).rejects.toThrow(
      new NotSupported('the subject has no login of the path family v1'),
    )
    expect(sent).toEqual([])
  })
})

test('a login that is put off does not show that the subject asks for no code', async () => {
  const { api, run } = create({ [route.login]: { status: 429, headers: [['Retry-After', '30']] } })
  const asked = vi.spyOn(run.codes, 'asked')
  await expect(api.login(bob)).rejects.toThrow(AskedToWait)
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ username: 'bob' }), true)
})

test('the answer says what it is the answer to, without secrets', async () => {
  const answer = await create(granting).api.login(ada, { family: 'v1' })
  expect(answer).toMatchObject({
    operation: 'login',
    family: 'v1',
    username: 'ada',
    json: { token: 'new token of ada' },
    said: 'POST /api/v1/authentication/auth/ answered 200 {"token":"***"}',
  })
})

describe('the ledger of failed logins', () => {
  test('tries a rejected valid login once in another way, and then sends none of that account any more', async () => {
    const { api, run, sent } = create({ ...refusing, [route.newLogin]: { status: 401 } })
    for (let count = 0; count < 30; count++) expect((await api.login(ada)).exchange.response.status).toBe(401)
    await api.login(ada, { family: 'v1', encoding: 'form' })
    expect(sent.map(({ target, body }) => [target, body])).toEqual([
      ['/api/users/v1/auth/', JSON.stringify(ada)],
      ['/api/v1/authentication/auth/', 'username=ada&password=password+of+ada'],
    ])
    expect(run.failedLogins.total).toBe(2)
    await expect(api.login(ada, { encoding: 'form' })).rejects.toThrow(
      'the declared credentials of ada were rejected',
    )
    await api.login(dee)
  })

  test('keeps of a long rejection only what a report shows of it', async () => {
    const list = JSON.stringify(
      Array.from({ length: 20_000 }, (_each, id) => ({ id, username: `user ${id}` })),
    )
    const { api, run, trace } = create({ [route.login]: { body: list }, [route.newLogin]: { body: list } })
    const lengthOf = async () => (await api.login(ada)).exchange.response.body.length
    expect(await lengthOf()).toBe(list.length)
    expect(await lengthOf()).toBeLessThan(100)
    expect(run.failedLogins.total).toBe(2)
    const [first, , again] = trace.exchanges
    expect(again?.exchange?.response.body).toEqual(Buffer.from(first?.shown ?? ''))
  })

  test('goes on with an account that gets in in another way', async () => {
    const { api, run } = create({ ...refusing, [route.newLogin]: { json: { token: 'abc' } } })
    await api.login(ada)
    expect(run.failedLogins.wasAccepted('ada')).toBe(true)
    await api.login(ada, { family: 'v1' })
    expect(run.failedLogins.total).toBe(1)
  })

  test('sends a rejected way again where nothing is limited, once another way worked', async () => {
    const subject: Subject = {
      ...granting,
      [route.login]: inTurn({ status: 409 }, { json: { token: 'token of ada' } }),
    }
    const answers = async (declared: DeclarationInput) => {
      const { api } = create(subject, declared)
      await api.login(ada)
      return (await api.login(ada)).exchange.response.status
    }
    expect(await answers({})).toBe(409)
    expect(await answers({ limits: { failedLogins: 0, failedLoginsPerAccount: 0 } })).toBe(200)
  })

  test('spares an account that was never let in where nothing is limited too', async () => {
    const lifted = { limits: { failedLogins: 0, failedLoginsPerAccount: 0 } }
    const never = create({ ...refusing, [route.newLogin]: { status: 401 } }, lifted)
    for (let count = 0; count < 30; count++) await never.api.login(ada)
    expect(never.run.failedLogins.total).toBe(2)
    await expect(never.api.login(ada, { encoding: 'form' })).rejects.toThrow('never accepted')
    await never.api.login(dee)

    const once = create({ [route.login]: inTurn({ json: { token: 'abc' } }, { status: 401 }) }, lifted)
    for (let count = 0; count < 30; count++) await once.api.login(ada)
    expect(once.run.failedLogins.total).toBe(29)
  })

  test('books a wrong password on the account, and sends no second one before a valid one', async () => {
    const { api, run, sent } = create(refusing)
    await api.login(wrong)
    await expect(api.login(wrong)).rejects.toThrow(NeverAccepted)
    expect(sent).toHaveLength(1)
    expect(run.failedLogins.ofAccount('ada')).toBeGreaterThan(0)
    await api.login({ ...dee, password: 'wrong' })
  })

  test('takes the password of another account for a wrong one, and another name in the fields too', async () => {
    const { api, run } = create(refusing, { limits: { failedLoginsPerAccount: 9 } })
    await api.login({ ...ada, password: dee.password })
    await api.login(ada, { fields: { username: 'dee', password: ada.password } })
    await api.login(ada, { fields: { username: 'ada', password: 'wrong' } })
    expect(run.failedLogins.total).toBe(3)
  })

  test('books throw-away names on the whole run only', async () => {
    const { api, run } = create(refusing)
    const nobody = { username: 'nobody', password: 'wrong' }
    for (let count = 0; count < 25; count++) await api.login(nobody)
    expect(run.failedLogins.ofAccount('nobody')).toBe(0)
    await expect(api.login(nobody)).rejects.toThrow('the limit of 25 failed logins is reached')
  })

  test('has nothing of a valid login sent elsewhere that is answered like any path', async () => {
    const rejects = { status: 401, json: { msg: 'no' } }
    const { api, run } = create({ ...refusing, 'POST /elsewhere/': rejects, 'POST /somewhere/': rejects })
    run.failedLogins.attempt({ owner: 'ada', way: 'ada in some way' })('token')
    const { exchange } = await api.login(ada, { path: '/elsewhere/' })
    expect(run.failedLogins.total).toBe(1)
    run.unknownPath.POST = exchange
    await api.login(ada, { path: '/somewhere/' })
    expect(run.failedLogins.total).toBe(1)
    expect(run.failedLogins.ofAccount('ada')).toBe(0)
    await api.login(ada)
    expect(run.failedLogins.total).toBe(2)
  })

  test('books on nobody where it is told to, though the account is a declared one', async () => {
    const { api, run } = create(refusing)
    await api.login(ada, { account: null })
    expect(run.failedLogins.total).toBe(1)
    expect(run.failedLogins.ofAccount('ada')).toBe(0)
  })

  test('books on whom it is told to', async () => {
    const { api, run } = create(refusing)
    await api.login({ username: 'ADA', password: 'wrong' }, { account: 'ada' })
    expect(run.failedLogins.ofAccount('ada')).toBeGreaterThan(0)
  })

  test.for([{ username: 'ada' }, { password: 'wrong' }, { username: 'ada', password: '' }, {}])(
    'books a login that lacks something, on the account that it names: %j',
    async (fields) => {
      const { api, run } = create(refusing)
      await api.login(ada, { fields })
      expect(run.failedLogins.total).toBe(1)
      expect(run.failedLogins.ofAccount('ada') > 0).toBe('username' in fields)
    },
  )

  test('has nothing of a wrong password that gets a challenge: it was accepted', async () => {
    const inSession = { error: 'mfa_required', data: { url: '/otp' } }
    const { api, run } = create({ [route.login]: inTurn({ json: challenge }, { json: inSession }) })
    await api.login({ ...bob, password: 'wrong' })
    await api.login({ ...bob, password: 'wrong' })
    expect(run.failedLogins.total).toBe(0)
  })

  test('recognizes a rejection by any body', async () => {
    const noChallenge = { token: null, code: 100, seed: null, otp_url: '' }
    const bodies = [{ json: null }, { json: [] }, { json: noChallenge }, { body: '<html>' }, {}]
    const { api, run } = create({ [route.login]: inTurn(...bodies) })
    for (let count = 0; count < 5; count++) await api.login({ username: 'nobody', password: 'wrong' })
    expect(run.failedLogins.total).toBe(5)
  })

  test('starts again for an account that logged in', async () => {
    const subject = { [route.login]: inTurn({ status: 401 }, { json: { token: 'abc' } }, { status: 401 }) }
    const { api, run } = create(subject)
    await api.login(wrong)
    await api.login(ada)
    await api.login(wrong)
    expect(run.failedLogins.ofAccount('ada')).toBe(2)
  })
})

describe('what the run remembers of a login', () => {
  test('when a token was asked for and when it came, by the clock of the subject', async () => {
    const { api, run, pass } = create(granting)
    await api.login(ada)
    pass(60)
    await api.login(ada)
    expect(run.tokens.of('token of ada')).toEqual({
      firstSentAt: noon,
      lastAnsweredAt: noon + 60_000 + 2 * 40,
    })
  })

  test('the way in which an account got in', async () => {
    const { api, run } = create({ ...granting, [route.login]: { status: 401 } })
    await api.login(ada, { encoding: 'json' })
    expect(run.letIn.get('ada')).toEqual({ family: 'v1', encoding: 'form' })
    await api.login(ada, { family: 'v1', encoding: 'form' })
    expect(run.letIn.get('ada')).toEqual({ family: 'v1', encoding: 'form' })
  })

  test('its secrets, so that none is ever told', async () => {
    const { api, run } = create(granting)
    await api.login({ username: 'nobody', password: 'made-up password' })
    expect(run.knownSecrets()).toEqual([{ value: 'token of ada', label: 'a token' }])
  })

  test('and the seed of a challenge, whether a case goes on with it or not', async () => {
    const { api, run } = create({
      'POST /api/users/v1/auth/': {
        json: { code: 101, msg: 'm', otp_url: '/otp/', seed: 'a seed nobody spends' },
      },
    })
    await api.login({ username: 'ada', password: 'made-up password' })
    expect(run.knownSecrets()).toEqual([{ value: 'a seed nobody spends', label: 'a seed' }])
  })

  test('the name that was sent: a rejection that repeats it gives nothing away', async () => {
    const { api, run } = create(refusing)
    const users = ['nobody-1', 'somebody-2'].map((username) => ({ username }))
    run.lists.read('v1', users)
    await api.login({ username: 'nobody-1', password: 'wrong' })
    expect(run.lists.leak('v1', ['nobody-1'], '')).toBeUndefined()
    expect(run.lists.leak('v1', ['somebody-2'], '')).toBe('the value of a user record')
  })

  test('the picture of time: a token and a seed were issued', async () => {
    const { api, trace } = create({ ...granting, [route.newLogin]: { json: challenge } })
    await api.login(ada)
    await api.login(bob, { family: 'v1' })
    expect(trace.timeline.events()).toEqual([
      { atSeconds: 0, lane: 'token 1', kind: 'issued', label: 'login' },
      { atSeconds: 0, lane: 'seed 1', kind: 'issued', label: 'challenge' },
    ])
  })
})

describe('nobody waits in real time for a code that nothing asks for', () => {
  const next = async (subject: Subject, account = bob, more: DeclarationInput = {}) => {
    const declared = { accounts: allAccounts, ...more }
    const client = createTestClient(subject, { declared, movable: false })
    await client.api.login(account).catch(() => {})
    const { mfa } = client.run.declaration.accounts
    if (!mfa) throw new Error('no account')
    return await client.run.codes.next(mfa, client.until)
  }
  const notAsked = 'a valid first step was answered without a challenge'

  test.for<[what: string, subject: Subject]>([
    ['a token', granting],
    ['a rejection', refusing],
    ['a challenge without a seed', { [route.login]: { json: { ...challenge, seed: null } } }],
    [
      'a token beside the challenge',
      { [route.login]: { json: { ...challenge, token: 'abc' } }, [route.list]: { json: users } },
    ],
    ['no answer', { [route.login]: { status: 503 } }],
  ])('after %s', async ([, subject]) => {
    await expect(next(subject)).rejects.toThrow(SetupFailed)
    await expect(next(subject)).rejects.toThrow(notAsked)
  })

  test('but after a challenge', async () => {
    expect(await next({ [route.login]: { json: challenge } })).toMatch(/^\d{6}$/)
  })

  test('but where challenges are kept in a session: no seed tells of them', async () => {
    const json = { error: 'mfa_required', data: { url: '/otp' } }
    const declared = { mfaFlow: 'session-challenge' } as const
    expect(await next({ [route.login]: { json } }, bob, declared)).toMatch(/^\d{6}$/)
  })

  test('and a wrong first step says nothing of it', async () => {
    expect(await next(refusing, { ...bob, password: 'wrong' })).toMatch(/^\d{6}$/)
    expect(await next(refusing, { ...bob, ...ada })).toMatch(/^\d{6}$/)
  })
})
