import { expect, test } from 'vitest'
import { readSignatureParameters } from './signature-parameters.ts'

const valid = {
  keyId: 'a-b',
  algorithm: 'hmac-sha256',
  signature: 'c2ln',
  headers: ['(request-target)', 'date'],
}
const list = 'headers="(request-target) date"'

test.each([
  `keyId="a-b",algorithm="hmac-sha256",${list},signature="c2ln"`,
  `signature="c2ln", ${list} , keyId="a-b",algorithm="hmac-sha256"`,
  `KEYID="a-b",Algorithm="hmac-sha256",Headers="(Request-Target) Date",signature="c2ln"`,
  `keyId="a-b",algorithm="hmac-sha256",${list},signature="c2ln",opaque="x,y",created=1402170695,note=word`,
  `keyId="a-b",algorithm="hmac\\-sha256",${list},signature="c2ln",realm="a \\"b\\\\",x-note="c"`,
])('%s is read', (text) => {
  expect(readSignatureParameters(text)).toEqual(valid)
})

test('an absent list is told from an empty one', () => {
  expect(readSignatureParameters('keyId="k",algorithm="a",signature="s"')?.headers).toBeUndefined()
  expect(readSignatureParameters('keyId="k",algorithm="a",signature="s",headers=""')).toBeUndefined()
})

test.each([
  '',
  ',',
  'garbage',
  'keyId="k",algorithm="a"',
  'keyId="",algorithm="a",signature="s"',
  'keyId=k,algorithm="a",signature="s"',
  'keyId="k",keyId="k",algorithm="a",signature="s"',
  'keyId="k",keyid="k",algorithm="a",signature="s"',
  'keyId="k",algorithm="a",signature="s",headers=date',
  'keyId="k",algorithm="a",signature="s",headers="date Date"',
  'keyId="k",algorithm="a",signature="s",headers="date date"',
  'keyId="k",algorithm="a",signature="s",headers="date  accept"',
  'keyId="k",algorithm="a",signature="s",headers=" date"',
  'keyId="k",algorithm="a",signature="s',
  'keyId="k",algorithm="a",signature="s\\"',
  'keyId="k";algorithm="a";signature="s"',
  'keyId="k",algorithm="a",signature="s",',
])('%s is malformed', (text) => {
  expect(readSignatureParameters(text)).toBeUndefined()
})
