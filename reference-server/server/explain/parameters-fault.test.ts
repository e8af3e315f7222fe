import { expect, test } from 'vitest'
import { readSignatureParameters } from '../../domain/signature-parameters.ts'
import { parametersFault } from './parameters-fault.ts'

const valid = 'keyId="k",algorithm="hmac-sha256",headers="(request-target) date",signature="c2ln"'

test('the right parameters, from which each of the others differs in one thing, can be read', () => {
  expect(readSignatureParameters(valid)).toBeDefined()
})

test.each([
  ['algorithm="hmac-sha256",headers="date",signature="c2ln"', 'keyId="…" is missing'],
  [valid.replace(',signature="c2ln"', ''), 'signature="…" is missing'],
  [valid.replace('"k"', 'k'), 'keyId needs a value between quotes'],
  [valid.replace('"c2ln"', '""'), 'signature needs a value between quotes'],
  [`${valid},keyId="k"`, 'keyId appears more than once'],
  [`${valid},KeyId="k"`, 'keyId appears more than once'],
  [valid.replace('(request-target) date', ''), 'the list of headers is empty'],
  [valid.replace(' date', '  date'), 'the names in the list of headers are separated by single spaces'],
  [valid.replace(' date', ',date'), 'the names in the list of headers are separated by single spaces'],
  [valid.replace(' date', ' date Date'), 'the list of headers has date more than once'],
  [valid.replace('"(request-target) date"', 'date'), 'headers needs a value between quotes'],
  [`${valid},`, 'one name="value" is malformed'],
  [valid.replace('keyId=', 'keyId = '), 'keyId="…" is missing'],
])('%s: %s', (text, fault) => {
  expect(readSignatureParameters(text)).toBeUndefined()
  expect(parametersFault(text)).toBe(fault)
})
