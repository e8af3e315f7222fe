import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Call } from './obligation.ts'
import { whatIsNeither } from './escaping.ts'

const call = (body: Uint8Array, ...headers: [string, string][]): Call =>
  ({ encoding: 'other', request: { method: 'POST', target: '/', headers, body } }) as unknown as Call

test('a compressed body is called one', () => {
  const body = gzipSync('{"username":"a","password":"b"}')
  expect(whatIsNeither(call(body, ['Content-Encoding', 'gzip']), [])).toBe(
    'the body is compressed: its content-encoding is gzip',
  )
  expect(whatIsNeither(call(body), [])).toBe('the body is neither')
})
