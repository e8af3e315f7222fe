import { describe, expect, test } from 'vitest'
import type { DeclarationInput } from '../../subject/declaration/declaration-schema.ts'
import { NotDeclared, NotSupported, SetupFailed, Skipped, noneLeft } from '../../outcomes.ts'
import { codeOfStep } from '../../ledgers/code-of-step.ts'
import { between } from './between.ts'
import { ada, allAccounts, bob } from '../testing/accounts.ts'
import { answerOf } from '../testing/answers.ts'
import { noon } from '../testing/instants.ts'
import { route } from '../testing/paths.ts'
import { createTestClient, inTurn, type Reply, type Subject } from '../testing/test-client.ts'

const source = { otpSecret: bob.otpSecret, digits: 6, period: 30, algorithm: 'SHA1' } as const
const token = { json: { token: 'token of ada' } }
const challenge = { json: { code: 101, msg: 'go on', otp_url: '/otp', seed: 'seed of bob' } }
const create = (subject: Subject, declared: DeclarationInput = {}) =>
  createTestClient(subject, { declared: { accounts: allAccounts, ...declared } })

describe('which lists and logins there are', () => {
  test('both families, the older first', () => {
    const { steps } = create({})
    expect(steps.listFamilies()).toEqual(['users-v1', 'v1'])
    expect(steps.listFamily()).toBe('users-v1')
    expect(steps.bothLists()).toEqual(['users-v1', 'v1'])
  })

  test('or one', () => {
    const { steps, run } = create({})
    run.support.list['users-v1'] = false
    run.support.login.v1 = false
    expect(steps.listFamilies()).toEqual(['v1'])
    expect(steps.listFamily()).toBe('v1')
    expect([steps.hasLogin('users-v1'), steps.hasLogin('v1')]).toEqual([true, false])
    expect(() => steps.bothLists()).toThrow(new NotSupported('the subject has one user list only'))
  })

  test('two that are redirected to one are one', () => {
    const { steps, run } = createTestClient({}, { prefix: '/sso' })
    expect(steps.listTarget('users-v1')).toBe('/sso/api/users/v1/users/')
    run.redirects.set('/sso/api/users/v1/users/', '/sso/api/v1/users/users/')
    expect(steps.listTarget('users-v1')).toBe('/sso/api/v1/users/users/')
    expect(() => steps.bothLists()).toThrow(new NotSupported('both path families lead to the same list'))
  })
})

describe('a token to go on with', () => {
  test('is that of a valid login, which is a step and not judged', async () => {
    const { steps, trace } = create({ [route.login]: { status: 401 }, [route.newLogin]: token })
    expect(await steps.token(ada, { family: 'v1' })).toBe('token of ada')
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step'])
  })

  test.for<[what: string, reply: Reply]>([
    ['a rejection', { status: 401, json: { msg: 'no' } }],
    ['a rejection with a token in it', { ...token, status: 401 }],
    ['a success without a token', { json: { ok: true } }],
  ])(
    'does not come from %s: inconclusive, and no more invalid logins for this account',
    async ([, reply]) => {
      const { steps, run } = create({ [route.login]: reply })
      const login = steps.token(ada)
      await expect(login).rejects.toThrow(SetupFailed)
      await expect(login).rejects.toThrow('a valid login was rejected: POST /api/users/v1/auth/ answered')
      expect(() => run.failedLogins.attempt({ owner: 'ada' })).toThrow(
        'a valid login of ada was rejected before',
      )
    },
  )
})

describe('a way of login', () => {
  test('is open where an account without a second factor gets a 2xx by it', async () => {
    const { steps, asked, trace } = create({ [route.newLogin]: token })
    await steps.wayIsOpen({ family: 'v1', encoding: 'form' })
    expect(asked()).toEqual([route.newLogin])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step'])
    await expect(steps.wayIsOpen({ family: 'users-v1', encoding: 'json' })).rejects.toThrow(
      new SetupFailed('a valid login was rejected: POST /api/users/v1/auth/ answered 404'),
    )
  })

  test('is taken to be open where no such account is declared', async () => {
    const { steps, sent } = create({}, { accounts: { mfa: bob } })
    await steps.wayIsOpen({ family: 'v1', encoding: 'json' })
    expect(sent).toEqual([])
  })
})

describe('a challenge to go on with', () => {
  test('is kept with its seed, which the subject is known to have given', async () => {
    const { steps, run, trace } = create({ [route.newLogin]: challenge })
    expect(await steps.challenge(bob, { family: 'v1' })).toMatchObject({
      account: bob,
      family: 'v1',
      seed: 'seed of bob',
      otpUrl: '/otp',
    })
    expect(run.seeds.mayBuy('seed of bob', 'bob', '1')).toBe(true)
    expect(run.knownSecrets()).toContainEqual({ value: 'seed of bob', label: 'a seed' })
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['step'])
  })

  test('is of the older family where the subject has it, else of the newer', async () => {
    const { steps, run } = create({ [route.login]: challenge, [route.newLogin]: challenge })
    expect((await steps.challenge(bob)).family).toBe('users-v1')
    run.support.login['users-v1'] = false
    expect((await steps.challenge(bob)).family).toBe('v1')
  })

  test('comes not of a token: inconclusive', async () => {
    await expect(create({ [route.login]: token }).steps.challenge(bob)).rejects.toThrow(SetupFailed)
  })

  test('comes with the code of a step that began after the run: time is moved first', async () => {
    const { steps, now } = create({ [route.login]: challenge })
    const { code, seed } = await steps.freshChallenge(bob)
    expect(seed).toBe('seed of bob')
    expect(now()).toBeGreaterThanOrEqual(noon + 32_000)
    expect(code).toBe(codeOfStep(source, Math.floor(now() / 30_000)))
  })

  test('comes with a code of now, also where the subject wants to be left alone for a while', async () => {
    const late = { status: 429, headers: [['Retry-After', '60'] as const] }
    const { steps, now, until } = create({ [route.login]: inTurn(late, challenge) })
    await until(noon + 30_000)
    await expect(steps.challenge(bob)).rejects.toThrow(SetupFailed)
    const { code } = await steps.freshChallenge(bob)
    expect(code).toBe(codeOfStep(source, Math.floor(now() / 30_000)))
  })

  test('may be kept in a session, where that is declared', async () => {
    const reply = {
      headers: [['Set-Cookie', 'sessionid=cookie of bob'] as const],
      json: { error: 'mfa_required', data: { url: '/otp' } },
    }
    const { steps, run } = create({ [route.login]: reply }, { mfaFlow: 'session-challenge' })
    const { seed, otpUrl, cookies, family } = await steps.challenge(bob)
    expect({ seed, otpUrl, family }).toEqual({ seed: '', otpUrl: '/otp', family: 'users-v1' })
    expect(cookies?.get('sessionid')).toBe('cookie of bob')
    expect(run.knownSecrets()).toContainEqual({ value: 'cookie of bob', label: 'the cookie sessionid' })
    expect(() => steps.challengesBySeed()).toThrow(
      new NotSupported('the subject is declared to keep challenges in a session (mfaFlow)'),
    )
    expect(() => create({}).steps.challengesBySeed()).not.toThrow()
  })
})

describe('a challenge answered rightly', () => {
  const kept = { account: bob, family: 'v1', seed: 's', otpUrl: '/otp', answer: answerOf({}) } as const

  test('buys a token, by its own code or another', async () => {
    const { steps, sent, trace } = create({ 'POST /otp': token })
    expect(await steps.redeem({ ...kept, code: '111111' })).toBe('token of ada')
    await steps.redeem({ ...kept, code: '111111' }, '222222')
    expect(sent.map(({ body }) => JSON.parse(String(body)).otp_code)).toEqual(['111111', '222222'])
    expect(trace.exchanges.map(({ role }) => role)).toEqual(['twin', 'twin'])
  })

  test.for<Reply>([{ status: 401 }, { ...token, status: 403 }, { json: {} }])(
    'else it is inconclusive: %j',
    async (reply) => {
      const redeemed = create({ 'POST /otp': reply }).steps.redeem({ ...kept, code: '1' })
      await expect(redeemed).rejects.toThrow(SetupFailed)
      await expect(redeemed).rejects.toThrow('a valid second step was rejected: POST /otp answered')
    },
  )
})

test('what goes beyond the failed logins of every run is left out where these are limited', () => {
  expect(() => create({}).steps.leftOutUnderLimits()).toThrow(new Skipped(noneLeft))
  const lifted = create({}, { limits: { failedLogins: 0, failedLoginsPerAccount: 0 } })
  expect(() => lifted.steps.leftOutUnderLimits()).not.toThrow()
})

test('a rejection comes between two acceptances', async () => {
  const done: string[] = []
  const accepted = async () => void done.push('accepted')
  await between(accepted, async () => void done.push('refused'))
  expect(done).toEqual(['accepted', 'refused', 'accepted'])
  await expect(between(() => Promise.reject(new NotDeclared('x')), accepted)).rejects.toThrow(NotDeclared)
  expect(done).toHaveLength(3)
})
