import { describe, expect, test } from 'vitest'
import { runAsCase } from '../../run/current-case.ts'
import type { Role } from '../../run/trace.ts'
import { BudgetSpent } from '../../outcomes.ts'
import { header } from '../../wire/exchange.ts'
import { codeOfStep } from '../../ledgers/code-of-step.ts'
import type { Challenge } from '../second-step.ts'
import { allAccounts, bob, cyd } from '../testing/accounts.ts'
import { answerOf } from '../testing/answers.ts'
import { noon } from '../testing/instants.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, type Subject } from '../testing/test-client.ts'

const source = { otpSecret: bob.otpSecret, digits: 6, period: 30, algorithm: 'SHA1' } as const
const stepOfNoon = noon / 30_000
const codeNow = codeOfStep(source, stepOfNoon)
const granting: Subject = { [route.secondStep]: { json: { token: 'token of bob' } } }
const refusing: Subject = { [route.secondStep]: { status: 401, json: { msg: 'no' } } }
const challenge: Challenge = {
  account: bob,
  family: 'users-v1',
  seed: 'seed of bob',
  otpUrl: '/api/users/v1/otp/auth/',
  answer: answerOf({}),
}

/** A client that was given `challenge`, and may cause two failed logins of an account in a row. */
function create(subject: Subject, { prefix = '' } = {}) {
  const limits = { failedLoginsPerAccount: 2, failedLogins: 25 }
  const client = createTestClient(subject, { declared: { accounts: allAccounts, limits }, prefix })
  client.run.seeds.given(challenge.seed, bob.username)
  return client
}

describe('what a second step sends', () => {
  test('seed and code to the path of the challenge, as the specification shows it', async () => {
    const { api, sent } = create(granting)
    const answer = await api.answer(challenge, codeNow)
    expect(sent).toMatchObject([
      {
        method: 'POST',
        target: '/api/users/v1/otp/auth/',
        headers: [
          ['Accept', 'application/json'],
          ['Content-Type', 'application/json'],
          ['Cache-Control', 'no-cache'],
        ],
        body: JSON.stringify({ seed: challenge.seed, otp_code: codeNow }),
      },
    ])
    expect(answer).toMatchObject({ operation: 'second-step', family: 'users-v1', username: 'bob' })
  })

  test('to the very path that otp_url names below a prefix, and to another one below the prefix', async () => {
    const { api, asked } = create({}, { prefix: '/sso' })
    await api.answer({ ...challenge, otpUrl: 'http://subject.test:8080/sso/otp?x=1' }, codeNow)
    await api.answer(challenge, codeNow, { path: '/other' })
    expect(asked()).toEqual(['POST /sso/otp?x=1', 'POST /sso/other'])
  })

  test('what was asked for: fields, encoding, role', async () => {
    const { api, sent, trace } = create(granting)
    await api.answer(challenge, codeNow, { encoding: 'form', role: 'twin' })
    await api.answer(challenge, codeNow, { fields: { seed: 'other' } })
    expect(sent.map(({ body }) => body)).toEqual([`seed=seed+of+bob&otp_code=${codeNow}`, '{"seed":"other"}'])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin', 'judged'])
  })
})

describe('leave for a failed code', () => {
  /** Returns true if a failed login was asked for: this client has none left. */
  const isAsked = async (
    change: Partial<Challenge>,
    code: string,
    prepare = (_: Client) => {},
    { role, ...more }: { cautious?: true; role?: Role } = {},
  ) => {
    const client = create(refusing)
    // Both have got a challenge.
    for (const owner of ['bob', 'cyd'])
      client.run.failedLogins.attempt({ owner, way: `${owner} json` })('challenge')
    prepare(client)
    const none = { left: 0, by: 'observations', spent: () => new BudgetSpent('none left'), ...more } as const
    try {
      await runAsCase({ ...client, allowance: none }, () =>
        client.api.answer({ ...challenge, ...change }, code, role === undefined ? {} : { role }),
      )
      return false
    } catch (error) {
      expect(error).toBeInstanceOf(BudgetSpent)
      expect(client.sent).toEqual([])
      return true
    }
  }
  type Client = ReturnType<typeof create>

  test('is not asked for a valid code of this step or the last', async () => {
    expect(await isAsked({}, codeNow)).toBe(false)
    expect(await isAsked({}, codeOfStep(source, stepOfNoon - 1))).toBe(false)
  })

  test('is asked for a code of any other step, or of none', async () => {
    for (const step of [stepOfNoon - 2, stepOfNoon + 1])
      expect(await isAsked({}, codeOfStep(source, step))).toBe(true)
    expect(await isAsked({}, 'abc')).toBe(true)
  })

  test('is asked for a seed that was not given, or given to another', async () => {
    expect(await isAsked({ seed: 'made up' }, codeNow)).toBe(true)
    const code = codeOfStep({ ...source, otpSecret: cyd.otpSecret }, stepOfNoon)
    expect(await isAsked({ account: cyd }, code)).toBe(true)
  })

  test('is asked for a seed or a code that bought a token before', async () => {
    expect(await isAsked({}, codeNow, ({ run }) => run.seeds.spend(challenge.seed, 'bob', '1'))).toBe(true)
    expect(await isAsked({}, codeNow, ({ run }) => run.seeds.spend('other', 'bob', codeNow))).toBe(true)
  })

  test('is asked for valid codes too, if what is tried may be rejected despite them', async () => {
    expect(await isAsked({}, codeNow, undefined, { cautious: true })).toBe(true)
    expect(await isAsked({}, codeNow, undefined, { cautious: true, role: 'twin' })).toBe(false)
  })

  test('is asked for a submission without a field too: a server may count it', async () => {
    const { api, run } = create(refusing)
    for (const fields of [{ seed: 'x' }, { otp_code: codeNow }, { seed: '', otp_code: codeNow }, {}])
      await api.answer(challenge, codeNow, { fields, account: null })
    expect(run.failedLogins.total).toBe(4)
  })
})

describe('a rejected code is booked', () => {
  test('on nobody where a second step that is not the named one leads to another page', async () => {
    const { api, run } = create({ 'POST /elsewhere/': { status: 302, headers: [['Location', '/login']] } })
    await api.answer(challenge, codeNow, { path: '/elsewhere/' })
    expect(run.failedLogins.total).toBe(0)
  })

  test('on the account of the challenge', async () => {
    const { api, run } = create(refusing)
    await api.answer(challenge, 'abc')
    expect(run.failedLogins.total).toBe(1)
    expect(run.failedLogins.ofAccount('bob')).toBeGreaterThan(0)
  })

  test('on another, or on nobody, where that is said', async () => {
    const { api, run } = create(refusing)
    await api.answer(challenge, 'abc', { account: 'cyd' })
    await api.answer(challenge, 'abc', { account: null })
    expect(run.failedLogins.total).toBe(2)
    expect(run.failedLogins.ofAccount('cyd')).toBeGreaterThan(0)
    expect(run.failedLogins.ofAccount('bob')).toBe(0)
  })
})

test('a token spends seed and code, and is remembered', async () => {
  const { api, run, trace } = create(granting)
  expect(run.seeds.mayBuy(challenge.seed, 'bob', codeNow)).toBe(true)
  await api.answer(challenge, codeNow)
  expect(run.seeds.mayBuy(challenge.seed, 'bob', '1')).toBe(false)
  expect(run.tokens.of('token of bob')).toEqual({ firstSentAt: noon, lastAnsweredAt: noon + 40 })
  expect(trace.timeline.events()).toEqual([
    { atSeconds: 0, lane: 'seed 1', kind: 'accepted', label: 'second step' },
    { atSeconds: 0, lane: 'token 1', kind: 'issued', label: 'second step' },
  ])
})

test('a rejection spends nothing', async () => {
  const { api, run, trace } = create(refusing)
  await api.answer(challenge, codeNow)
  expect(run.seeds.mayBuy(challenge.seed, 'bob', codeNow)).toBe(true)
  expect(trace.timeline.events()).toMatchObject([{ kind: 'refused' }])
})

describe('a challenge kept in a session', () => {
  const cookies = new Map([['sessionid', 'first']])
  const inSession: Challenge = { ...challenge, otpUrl: '/otp', seed: '', cookies }
  const step = { status: 200, headers: [['Set-Cookie', 'sessionid=second'] as const], json: { msg: 'ok' } }
  const token = { status: 201, json: { token: 'token of bob' } }

  test('is answered there, and the login behind it is the answer', async () => {
    const { api, sent, run, trace } = create({ 'POST /otp': step, [route.login]: token })
    const answer = await api.answer(inSession, codeNow, { role: 'twin' })
    expect(sent).toMatchObject([
      { target: '/otp', body: JSON.stringify({ type: 'otp', code: codeNow }) },
      { target: '/api/users/v1/auth/', body: JSON.stringify({ username: 'bob', password: bob.password }) },
    ])
    expect(sent.map(({ headers }) => header(headers, 'cookie'))).toEqual([
      'sessionid=first',
      'sessionid=second',
    ])
    expect(sent.map(({ headers }) => header(headers, 'content-type'))).toEqual([
      'application/json',
      'application/json',
    ])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin', 'twin'])
    expect(answer).toMatchObject({ operation: 'second-step', family: 'users-v1', username: 'bob' })
    expect(run.tokens.of('token of bob')).toBeDefined()
  })

  test('is answered at the very path that it names below a prefix', async () => {
    const { api, asked } = create({}, { prefix: '/sso' })
    await api.answer({ ...inSession, otpUrl: '/sso/otp' }, codeNow)
    expect(asked()).toEqual(['POST /sso/otp', 'POST /sso/api/users/v1/auth/'])
  })

  test('goes on with the old cookie where the code was rejected, and that is booked', async () => {
    const { api, sent, run } = create({ 'POST /otp': { ...step, status: 400 }, [route.login]: {} })
    await api.answer(inSession, 'abc')
    expect(header(sent[1]?.headers ?? [], 'cookie')).toBe('sessionid=first')
    expect(run.failedLogins.ofAccount('bob')).toBeGreaterThan(0)
  })

  test('books nothing where the code was accepted, and the login behind it where that was not', async () => {
    const { api, run } = create({ 'POST /otp': step, [route.login]: token })
    await api.answer(inSession, codeNow)
    expect(run.failedLogins.total).toBe(0)
    const rejecting = create({ 'POST /otp': step, [route.login]: { status: 400 } })
    await rejecting.api.answer(inSession, codeNow)
    expect(rejecting.run.failedLogins.total).toBe(1)
  })

  test('asks leave for a wrong code alone', async () => {
    const { api, run, sent, trace } = create({ 'POST /otp': step, [route.login]: token })
    const allowance = { left: 0, by: 'observations', spent: () => new BudgetSpent('none left') } as const
    const answering = (code: string) =>
      runAsCase({ run, trace, allowance }, () => api.answer(inSession, code))
    await expect(answering('no code')).rejects.toThrow(BudgetSpent)
    expect(sent).toEqual([])
    await answering(codeNow)
    expect(sent).toHaveLength(2)
  })

  test('is never answered at another origin', async () => {
    const { api, sent } = create({})
    const elsewhere = { ...inSession, otpUrl: 'http://elsewhere.test/otp' }
    await expect(api.answer(elsewhere, codeNow)).rejects.toThrow('otp_url names another origin')
    expect(sent).toEqual([])
  })
})
