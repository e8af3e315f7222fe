import { describe, expect, test } from 'vitest'
import { SetupFailed } from '../outcomes.ts'
import type { Header } from '../wire/exchange.ts'
import { cookieFields, readSessionChallenge, renewed } from './session-challenge.ts'
import { answerOf } from './testing/answers.ts'

const setCookie: Header[] = [['Set-Cookie', 'sessionid=first; Path=/']]
const challenge = { error: 'mfa_required', data: { url: '/otp', choices: ['otp'] } }

describe('a challenge kept in a session', () => {
  test('is the path in data.url and the cookies set beside it', () => {
    const { url, cookies } = readSessionChallenge(answerOf(challenge, 200, setCookie))
    expect(url).toBe('/otp')
    expect([...cookies]).toEqual([['sessionid', 'first']])
  })

  test.for<[what: string, body: unknown, headers: Header[]]>([
    ['a token', { ...challenge, token: 'abc' }, setCookie],
    ['no cookie', challenge, []],
    ['no path', { ...challenge, data: { choices: ['otp'] } }, setCookie],
    ['an empty path', { ...challenge, data: { url: '' } }, setCookie],
    ['a path that is no text', { ...challenge, data: { url: 7 } }, setCookie],
  ])('is none with %s', ([, body, headers]) => {
    expect(() => readSessionChallenge(answerOf(body, 200, headers))).toThrow(
      new SetupFailed('no session challenge (data.url and a cookie) came: POST /login answered 200'),
    )
  })
})

test('cookies are sent in one field; those taken back are not', () => {
  const cookies = new Map([
    ['a', '1'],
    ['gone', ''],
    ['b', '2'],
  ])
  expect(cookieFields(cookies)).toEqual([['Cookie', 'a=1; b=2']])
})

test('a CSRF cookie is said again in the header that servers ask for', () => {
  const cookies = new Map([
    ['sessionid', '1'],
    ['jms_CSRFtoken', 'abc'],
  ])
  expect(cookieFields(cookies)).toEqual([
    ['Cookie', 'sessionid=1; jms_CSRFtoken=abc'],
    ['X-CSRFToken', 'abc'],
  ])
  expect(cookieFields(new Map([['csrftoken', '']])).map(([name]) => name)).toEqual(['Cookie'])
})

test('an accepted answer renews cookies, a rejection does not', () => {
  const cookies = new Map([
    ['sessionid', 'first'],
    ['lang', 'en'],
  ])
  const next: Header[] = [['Set-Cookie', 'sessionid=second']]
  expect([...renewed(cookies, answerOf({}, 200, next))]).toEqual([
    ['sessionid', 'second'],
    ['lang', 'en'],
  ])
  expect([...renewed(cookies, answerOf({}, 401, next))]).toEqual([...cookies])
})
