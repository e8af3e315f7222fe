import { describe, expect, test } from 'vitest'
import { header } from '../../wire/exchange.ts'
import {
  anonymous,
  authorization,
  bearer,
  cookie,
  cookieHeader,
  privateToken,
  shownList,
  shownListWithHost,
  signature,
  type SignatureOptions,
} from './credentials.ts'
import { signatureOf } from './http-signature.ts'
import { adasKey } from '../testing/accounts.ts'

const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
const context = {
  method: 'GET',
  target: '/api/v1/users/users/?limit=1',
  host: 'subject.test:8080',
  accept: 'application/json',
  date,
}

test('each way of presenting oneself stands where the specification has it', () => {
  expect(anonymous.fields(context)).toEqual([])
  expect(bearer('abc').fields(context)).toEqual([['Authorization', 'Bearer abc']])
  expect(privateToken('abc').fields(context)).toEqual([['Authorization', 'Token abc']])
  expect(cookie('abc').fields(context)).toEqual([['Cookie', 'sessionid=abc']])
  expect(authorization('junk', 'Bearer').fields(context)).toEqual([['Authorization', 'Bearer']])
  expect(cookieHeader('csrftoken', 'abc').fields(context)).toEqual([['Cookie', 'csrftoken=abc']])
})

test('who it is and what it is made of are known where they are', () => {
  expect(bearer('abc', 'ada')).toMatchObject({ name: 'token', username: 'ada', secret: 'abc' })
  expect(privateToken('abc', 'ada')).toMatchObject({ name: 'private token', username: 'ada', secret: 'abc' })
  expect(cookie('abc', 'ada')).toMatchObject({ name: 'session cookie', username: 'ada', secret: 'abc' })
  expect(cookieHeader('csrftoken', 'abc')).toMatchObject({ name: 'cookie csrftoken' })
  expect(signature(adasKey)).toMatchObject({ name: 'signature', username: 'ada', signs: true })
  expect(bearer('abc')).not.toHaveProperty('username')
  expect(bearer('abc')).not.toHaveProperty('signs')
})

test('a cookie that was renewed is sent from then on', () => {
  const held = cookie('first')
  held.renew?.('second')
  expect(held.fields(context)).toEqual([['Cookie', 'sessionid=second']])
  expect(bearer('abc')).not.toHaveProperty('renew')
})

describe('a signature', () => {
  const signed = (options: SignatureOptions = {}) => {
    const fields = signature(adasKey, options).fields(context)
    const value = header(fields, 'authorization') ?? ''
    const parameter = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(value)?.[1]
    return { fields, value, parameter, signature: parameter('signature') }
  }
  const over = (lines: string, secret = adasKey.keySecret) => signatureOf(lines, secret)
  const target = '(request-target): get /api/v1/users/users/?limit=1'

  test('covers target, accept and date, and says so', () => {
    const { fields, value } = signed()
    const made = over(`${target}\naccept: application/json\ndate: ${date}`)
    expect(fields.map(([name]) => name)).toEqual(['Date', 'Authorization'])
    expect(header(fields, 'date')).toBe(date)
    expect(value).toBe(
      `Signature keyId="key-of-ada",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${made}"`,
    )
  })

  test('covers host too where that is listed, in the order of the list', () => {
    expect(signed({ list: shownListWithHost }).signature).toBe(
      over(`${target}\naccept: application/json\ndate: ${date}\nhost: subject.test:8080`),
    )
    expect(signed({ list: ['date', '(request-target)'] }).signature).toBe(over(`date: ${date}\n${target}`))
  })

  test('covers further fields, which are sent', () => {
    const { fields, signature } = signed({ list: ['date', 'x-id'], fields: [['X-Id', '7']] })
    expect(signature).toBe(over(`date: ${date}\nx-id: 7`))
    expect(header(fields, 'x-id')).toBe('7')
  })

  test('of another method, target or value leaves what is sent as it is', () => {
    const { fields, signature } = signed({
      list: shownListWithHost,
      signed: { method: 'POST', target: '/other', accept: 'text/html', host: 'other', date: 'long ago' },
    })
    expect(signature).toBe(
      over('(request-target): post /other\naccept: text/html\ndate: long ago\nhost: other'),
    )
    expect(header(fields, 'date')).toBe(date)
  })

  test('of a field that is then not sent', () => {
    const { fields, signature } = signed({
      list: ['date', 'x-id'],
      fields: [['X-Id', '7']],
      unsent: ['date', 'x-id'],
    })
    expect(signature).toBe(over(`date: ${date}\nx-id: 7`))
    expect(fields.map(([name]) => name)).toEqual(['Authorization'])
  })

  test('with a date, secret, key ID or algorithm of its own', () => {
    const { fields, parameter } = signed({
      list: ['date'],
      date: 'long ago',
      keySecret: 'other secret',
      keyId: 'other-key',
      algorithm: 'rsa-sha256',
    })
    expect(header(fields, 'date')).toBe('long ago')
    expect(parameter('signature')).toBe(over('date: long ago', 'other secret'))
    expect(parameter('keyId')).toBe('other-key')
    expect(parameter('algorithm')).toBe('rsa-sha256')
  })

  test('may name another list than was signed, or none', () => {
    const valid = signed().signature
    expect(signed({ listed: ['date'] }).parameter('headers')).toBe('date')
    expect(signed({ listed: ['date'] }).signature).toBe(valid)
    expect(signed({ listed: null }).parameter('headers')).toBeUndefined()
    expect(signed({ listed: null }).signature).toBe(valid)
    expect(signed({ list: shownList }).parameter('headers')).toBe(shownList.join(' '))
  })

  test('can be changed when it is made, and so can what stands behind it', () => {
    expect(signed({ alter: (text) => text.slice(1) }).signature).toBe(signed().signature?.slice(1))
    expect(signed({ parameters: ',created=1' }).value).toBe(`${signed().value},created=1`)
  })
})
