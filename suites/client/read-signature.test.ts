import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdentities, secretsOf } from '../../harness/client-judge/identities.ts'
import { createSecrets } from '../../harness/wire/shown/masking.ts'
import { difference, faultOf } from './read-signature.ts'
import type { Call } from './obligation.ts'

const secret = 'a-secret-of-the-key'
const target = '/api/v1/users/users/?limit=1'
const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
const stringOf = (path: string) => `(request-target): get ${path}\naccept: application/json\ndate: ${date}`
const right = stringOf(target)
const hmac = (key: string | Buffer = secret) => createHmac('sha256', key).update(right)

/** Returns what is wrong with a request that has this signature. */
const faultIn = (signature: string, sent = target) =>
  faultOf(
    {
      credential: `keyId="k",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`,
      request: {
        method: 'GET',
        target: sent,
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

test.each([
  ['the signed target is decoded', decodeURIComponent],
  [
    'the query was signed in another spelling or order than it was sent',
    (path: string) => path.replace('%20', '+'),
  ],
])('%s, and the report shows it whatever the query has to escape', (why, change) => {
  const sent = '/api/v1/users/users/?search=J%C3%BCrgen%20M&limit=10'
  const signed = createHmac('sha256', secret)
    .update(stringOf(change(sent)))
    .digest('base64')
  const fault = faultIn(signed, sent)
  expect(fault).toMatchObject({ part: 'target', why })
  const secrets = createSecrets()
  secrets.add(secret, 'the key secret')
  expect(secrets.mask(fault ? difference(fault) : '')).toContain(`should be "(request-target): get ${sent}"`)
})

test('the report shows the expected signing string of a wrong signature, whatever headers are signed', () => {
  const secrets = createSecrets()
  for (const { value, label } of secretsOf(createIdentities(5, Date.parse(date)))) secrets.add(value, label)
  const why = 'it is not the HMAC of any of the usual signing strings'
  const stringWith = (digest: string) =>
    [`date: ${date}`, 'host: 127.0.0.1:42137', ...right.split('\n').slice(0, 2), `digest: ${digest}`].join(
      '\n',
    )
  const sent = stringWith('SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
  const said = difference({ part: 'secret', why, right: sent })
  expect(secrets.mask(said)).toBe(
    `${why}; the expected signing string is ${JSON.stringify(stringWith('‹52 characters›'))}`,
  )
})

test('a line end too many is shown by the whole strings: no line differs', () => {
  const signed = createHmac('sha256', secret).update(`${right}\n`).digest('base64')
  const fault = faultIn(signed)
  expect(fault && difference(fault)).toBe(
    `a line end too many was signed; the string that was signed is ${JSON.stringify(`${right}\n`)}, the expected one is ${JSON.stringify(right)}`,
  )
})
