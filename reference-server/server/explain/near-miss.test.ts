import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { nearMiss } from './near-miss.ts'

const key = { keyId: 'k', keySecret: 'secret', username: 'ada' }
const text = '(request-target): get /\ndate: 2'
const valid = createHmac('sha256', key.keySecret).update(text).digest('base64')

test('a signature in base64url is known, with padding or without', () => {
  expect(valid).toMatch(/[+/]/)
  const padded = valid.replaceAll('+', '-').replaceAll('/', '_')
  for (const sent of [padded, padded.replace('=', '')])
    expect(nearMiss(key, text, sent, 'localhost')).toContain('in base64url')
})

test('the valid signature, and one without a usual mistake, are not near misses', () => {
  expect(nearMiss(key, text, valid, 'localhost')).toBeUndefined()
  expect(nearMiss(key, text, 'AAAA', 'localhost')).toBeUndefined()
})
