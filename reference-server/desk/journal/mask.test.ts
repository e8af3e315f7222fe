import { expect, test } from 'vitest'
import { maskFields, maskHeader, maskTarget } from './mask.ts'

test.each([
  ['Authorization', 'Bearer abc', 'Bearer ***'],
  ['authorization', 'abc', '***'],
  [
    'Authorization',
    'Signature keyId="k",algorithm="a",headers="date",signature="s"',
    'Signature keyId="k",algorithm="a",headers="date",signature="***"',
  ],
  ['Authorization', 'Signature signature="a,b",keyId="k"', 'Signature keyId="k",signature="***"'],
  ['Cookie', 'sessionid=abc; theme=dark', 'sessionid=***; theme=***'],
  ['Set-Cookie', 'sessionid=abc; Path=/; HttpOnly', 'sessionid=***; Path=/; HttpOnly'],
  ['X-Api-Key', 'abc', '***'],
  ['X-CSRFToken', 'abc', '***'],
  ['www-authenticate', 'Bearer realm="api"', 'Bearer realm="api"'],
  ['Accept', '*/*', '*/*'],
  ['Location', '/next?token=abc', '/next?token=***'],
])('%s: %s', (name, value, shown) => {
  expect(maskHeader(name, value)).toBe(shown)
})

test.each([
  ['/a', '/a'],
  ['/a?limit=1&token=abc&x', '/a?limit=1&token=***&x'],
  ['/a?next=/b?otp_code=123456', '/a?next=/b?otp_code=123456'],
  ['/a?PASSWORD=x&q=', '/a?PASSWORD=***&q='],
])('%s', (target, shown) => {
  expect(maskTarget(target)).toBe(shown)
})

test('of a body the names stay, and the values of those that are no secret', () => {
  const body = {
    username: 'dee',
    password: 'x',
    otp_code: 123456,
    code: '123456',
    deep: [{ token: 't', ok: true }],
  }
  expect(maskFields(body)).toEqual({
    username: 'dee',
    password: '***',
    otp_code: '***',
    code: '***',
    deep: [{ token: '***', ok: true }],
  })
  expect(maskFields({ code: 101, msg: 'm', seed: 's', n: null })).toEqual({
    code: 101,
    msg: 'm',
    seed: '***',
    n: null,
  })
  expect([maskFields('text'), maskFields(12), maskFields(undefined)]).toEqual(['***', '***', '***'])
})
