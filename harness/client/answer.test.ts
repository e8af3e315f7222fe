import { describe, expect, test } from 'vitest'
import { claimsJson, field, isChallenge, isOutage, isSuccess, readJson, tokenIn } from './answer.ts'
import { answerOf } from './testing/answers.ts'

test('a status says nothing about a rule where a proxy or a rate limit speaks', () => {
  const statuses = [200, 401, 428, 429, 430, 500, 501, 502, 503, 504, 505]
  expect(statuses.filter(isOutage)).toEqual([429, 502, 503, 504])
})

test('every 2xx is a success, and nothing else', () => {
  const statuses = [199, 200, 201, 204, 299, 300, 302, 401, 500]
  expect(statuses.filter((status) => isSuccess(answerOf('', status)))).toEqual([200, 201, 204, 299])
})

describe('content types that say JSON', () => {
  const claims = (type: string) => claimsJson(answerOf('{}', 200, [['Content-Type', type]]))

  test.for([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/problem+json',
    'application/vnd.api-1.0+json',
  ])('%s', (type) => expect(claims(type)).toBe(true))

  test.for([
    '',
    'text/json',
    'text/html; application/json',
    'application/jsonp',
    'application/json+xml',
    'application/+json',
    'x-application/json',
  ])('not %s', (type) => expect(claims(type)).toBe(false))

  test('none at all says nothing', () => expect(claimsJson(answerOf('{}'))).toBe(false))
})

describe('a body is read as JSON', () => {
  test.for<[text: string, json: unknown]>([
    ['', undefined],
    [' \n', undefined],
    ['<html>', undefined],
    ['{"token":', undefined],
    ['null', null],
    [' [1] ', [1]],
    ['"ü"', 'ü'],
  ])('%j', ([text, json]) => expect(readJson(answerOf(text).exchange)).toEqual(json))
})

describe('a member is one of the object itself', () => {
  test.for<[json: unknown, name: string, value: unknown]>([
    [{ seed: 'x' }, 'seed', 'x'],
    [{ seed: null }, 'seed', null],
    [{}, 'constructor', undefined],
    [['x'], 'length', undefined],
    [['x'], '0', undefined],
    ['text', 'length', undefined],
    [null, 'seed', undefined],
    [undefined, 'seed', undefined],
  ])('%j, %s', ([json, name, value]) => expect(field(json, name)).toEqual(value))
})

describe('the token of an answer', () => {
  test('is its text, at any status', () => {
    expect(tokenIn(answerOf({ token: 'abc' }))).toBe('abc')
    expect(tokenIn(answerOf({ token: 'abc' }, 401))).toBe('abc')
  })

  test.for([
    { token: null },
    { token: '' },
    { token: 7 },
    { token: ['abc'] },
    {},
    [{ token: 'abc' }],
    'token',
  ])('is not in %j', (json) => expect(tokenIn(answerOf(JSON.stringify(json)))).toBeUndefined())
})

describe('a challenge', () => {
  const inSession = { error: 'mfa_required', data: { url: '/otp' } }

  test.for([
    { code: 101, seed: 'x' },
    { code: 101, otp_url: '/otp' },
    { code: 101, token: 'abc' },
    { code: 400, seed: 'x', otp_url: '/otp' },
    { seed: 7, otp_url: '/otp' },
    inSession,
  ])('is %j', (json) => expect(isChallenge(answerOf(json))).toBe(true))

  test.for([
    {},
    { code: 101 },
    { code: 101, msg: 'x', seed: null, otp_url: '' },
    { code: '101', seed: 'x' },
    { code: 100 },
    { seed: 'x' },
    { seed: null, otp_url: '/otp' },
    { seed: '', otp_url: '/otp' },
    { error: 'password_failed' },
    { data: { url: '/otp' } },
    { error: 'x', data: { choices: [] } },
    { error: 'x', data: '/otp' },
  ])('is not %j', (json) => expect(isChallenge(answerOf(json))).toBe(false))
})

test('the same long body is read once, whatever came in between', () => {
  const long = (letter: string) => answerOf(JSON.stringify([letter.repeat(20_000)])).exchange
  const first = readJson(long('a'))
  expect(readJson(long('b'))).toEqual(['b'.repeat(20_000)])
  expect(readJson(long('a'))).toBe(first)
})
