import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Header } from '../../wire/exchange.ts'
import { signatureHeader, signatureOf, signingString } from './http-signature.ts'

interface Vector {
  name: string
  method: string
  target: string
  headers: string[]
  fields: Header[]
  signature: string
}

const { secret, vectors } = JSON.parse(
  readFileSync(new URL('../../../fixtures/signature-vectors.json', import.meta.url), 'utf8'),
) as { secret: string; vectors: Vector[] }

test.for(vectors)('signs as the vector $name', ({ method, target, headers, fields, signature }) => {
  expect(signatureOf(signingString(headers, { method, target, fields }), secret)).toBe(signature)
})

test('the signing string has a line for each name of the list, in its order', () => {
  const fields: Header[] = [
    ['Accept', ' application/json '],
    ['ACCEPT', 'text/html'],
    ['Date', 'Tue, 07 Jun 2014 20:51:35 GMT'],
    ['X-Empty', ''],
  ]
  const parts = { method: 'GET', target: '/a?b=c%20d', fields }
  expect(signingString(['Date', '(request-target)', 'accept', 'x-empty'], parts)).toBe(
    'date: Tue, 07 Jun 2014 20:51:35 GMT\n(request-target): get /a?b=c%20d\naccept: application/json, text/html\nx-empty: ',
  )
})

test('of the white space around a value, only spaces and tabs are left out', () => {
  // In UTF-8, à ends with the byte A0, which trim() takes for a space.
  const name = Buffer.from('Zoë à').toString('latin1')
  const parts = { method: 'GET', target: '/', fields: [['X-Name', `\t ${name} `]] satisfies Header[] }
  expect(signingString(['x-name'], parts)).toBe(`x-name: ${name}`)
})

test('a listed header that is not there cannot be signed', () => {
  const parts = { method: 'GET', target: '/', fields: [] }
  expect(() => signingString(['date'], parts)).toThrow('the header date is listed but not there')
})

test('the header is written in the tight form', () => {
  expect(
    signatureHeader({ keyId: 'k', algorithm: 'hmac-sha256', headers: ['date', 'host'], signature: 'c2ln' }),
  ).toBe('Signature keyId="k",algorithm="hmac-sha256",headers="date host",signature="c2ln"')
  expect(signatureHeader({ keyId: 'k', signature: 'c2ln' })).toBe('Signature keyId="k",signature="c2ln"')
})
