import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultOf } from './read-signature.ts'
import type { Call } from './obligation.ts'

const secret = 'a-secret-of-the-key'
const target = '/api/v1/users/users/?limit=1'
const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
const right = `(request-target): get ${target}\naccept: application/json\ndate: ${date}`
const hmac = (key: string | Buffer = secret) => createHmac('sha256', key).update(right)

/** Returns what is wrong with a request that has this signature. */
const faultIn = (signature: string) =>
  faultOf(
    {
      credential: `keyId="k",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`,
      request: {
        method: 'GET',
        target,
        headers: [
          ['accept', 'application/json'],
          ['date', date],
        ],
      },
    } as unknown as Call,
    secret,
  )

test('a valid signature has no fault', () => {
  expect(faultIn(hmac().digest('base64'))).toBeUndefined()
})

test.each([
  ['the HMAC was turned to hexadecimal before it was encoded in base64', btoa(hmac().digest('hex'))],
  [
    'the HMAC was turned to hexadecimal before it was encoded in base64',
    btoa(hmac().digest('hex').toUpperCase()),
  ],
  ['the secret was encoded in base64', hmac(btoa(secret)).digest('base64')],
  ['it is not the HMAC of any of the usual signing strings', hmac('another').digest('base64')],
])('%s', (why, signature) => {
  expect(faultIn(signature)).toMatchObject({ part: 'secret', why })
})
