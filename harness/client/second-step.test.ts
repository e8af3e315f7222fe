import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../outcomes.ts'
import { readChallenge, resolveOtpUrl, sameForAll } from './second-step.ts'
import { bob } from './testing/accounts.ts'
import { answerOf } from './testing/answers.ts'

describe('a challenge', () => {
  const whole = { code: 101, msg: 'go on', seed: 'one', otp_url: '/otp' }

  test('is gone on with by its seed and path, for the account that asked', () => {
    for (const code of [101, '101']) {
      const answer = answerOf({ ...whole, code })
      const challenge = readChallenge(answer, bob, 'users-v1')
      expect(challenge).toEqual({ account: bob, family: 'users-v1', seed: 'one', otpUrl: '/otp', answer })
    }
  })

  test.for([{}, { ...whole, code: 100 }, { ...whole, code: null }])('is not %j', (json) => {
    expect(() => readChallenge(answerOf(json), bob, 'v1')).toThrow(
      new SetupFailed('no second-factor challenge came: POST /login answered 200'),
    )
  })

  test.for([
    { ...whole, seed: '' },
    { ...whole, seed: 7 },
    { ...whole, otp_url: '' },
    { ...whole, otp_url: null },
  ])('is of no use as %j', (json) => {
    expect(() => readChallenge(answerOf(json), bob, 'v1')).toThrow(
      new SetupFailed('a challenge without a usable seed and otp_url came: POST /login answered 200'),
    )
  })
})

const family = 'users-v1'
const bare = { origin: 'http://127.0.0.1:8080', prefix: '' }
const prefixed = { origin: 'http://127.0.0.1:8080', prefix: '/sso' }

describe('the path that otp_url names', () => {
  test.for<[otpUrl: string, target: string, prefixedTarget: string]>([
    ['/api/users/v1/otp/auth/', '/api/users/v1/otp/auth/', '/sso/api/users/v1/otp/auth/'],
    ['/any/where?step=2&x=%20', '/any/where?step=2&x=%20', '/sso/any/where?step=2&x=%20'],
    ['api/otp/', '/api/otp/', '/sso/api/otp/'],
    ['sso/otp', '/sso/otp', '/sso/otp'],
    ['../otp/?step=2', '/api/users/v1/otp/?step=2', '/sso/api/users/v1/otp/?step=2'],
    ['./otp', '/api/users/v1/auth/otp', '/sso/api/users/v1/auth/otp'],
    ['http://127.0.0.1:8080/otp', '/otp', '/sso/otp'],
    ['/sso/otp', '/sso/otp', '/sso/otp'],
    ['/sso', '/sso', '/sso'],
    ['/ssother/otp', '/ssother/otp', '/sso/ssother/otp'],
  ])('%s', ([otpUrl, target, prefixedTarget]) => {
    expect(resolveOtpUrl({ otpUrl, family }, bare)).toBe(target)
    expect(resolveOtpUrl({ otpUrl, family }, prefixed)).toBe(prefixedTarget)
  })
})

describe('no code is sent to another origin', () => {
  test.for([
    'http://elsewhere.example/otp',
    'https://127.0.0.1:8080/otp',
    'http://127.0.0.1:8081/otp',
    '//elsewhere.example/otp',
    String.raw`\\elsewhere.example/otp`,
    'http://127.0.0.1:8080@elsewhere.example/otp',
    'javascript:alert(1)',
  ])('%s', (otpUrl) => {
    expect(() => resolveOtpUrl({ otpUrl, family }, bare)).toThrow('names another origin')
  })

  test('and none to what is no address', () => {
    expect(() => resolveOtpUrl({ otpUrl: 'http://', family }, bare)).toThrow('otp_url is not a path')
  })
})

test.for([
  ['/api/users/v1/otp/auth/', '/api/users/v1/otp/auth/'],
  ['/api/v1/authentication/otp/auth/?step=2', '/api/v1/authentication/otp/auth/'],
  ['/otp/5kQx81/auth/', '/otp/…/auth/'],
  ['/otp/auth/nUhPqRsTuVwXyZaB', '/otp/auth/…'],
] as const)('the path %s is %s for all challenges', ([path, same]) => expect(sameForAll(path)).toBe(same))
