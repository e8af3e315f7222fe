import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'
import { createLargeBodies } from './large-bodies.ts'

const text = Buffer.from('a body, a body, a body')
const decode = (coding: string, body: Buffer, truncated = false) =>
  decodeBody([['content-encoding', coding]], { body, truncated }, 1000, createLargeBodies())

test.each([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
  ['identity', text],
  ['identity, gzip, identity, deflate, gzip', gzipSync(deflateSync(gzipSync(text)))],
  ['unknown', text],
])('%s', async (coding, body) => {
  const decoded = await decode(coding, body)

  expect(Buffer.from(decoded.body)).toEqual(text)
  expect(decoded.truncated).toBe(false)
})

test('codings in fields of their own', async () => {
  const headers = [
    ['Content-Encoding', 'deflate'],
    ['content-encoding', 'gzip'],
  ] as const
  const body = gzipSync(deflateSync(text))
  const decoded = await decodeBody(headers, { body, truncated: false }, 1000, createLargeBodies())

  expect(Buffer.from(decoded.body)).toEqual(text)
})

test('codings of the transfer, which come off first', async () => {
  const headers = [
    ['Transfer-Encoding', 'gzip, chunked'],
    ['Content-Encoding', 'deflate'],
  ] as const
  const body = gzipSync(deflateSync(text))
  const decoded = await decodeBody(headers, { body, truncated: false }, 1000, createLargeBodies())

  expect(Buffer.from(decoded.body)).toEqual(text)
})

test('bytes that are no text in a coding that is not known are an error: nobody can tell what they grant', async () => {
  await expect(decode('zstd', gzipSync(text))).rejects.toThrow('zstd')
})

test('too many codings are an error, and none is left out', async () => {
  const body = [1, 2, 3, 4].reduce((one: Buffer) => gzipSync(one), text)
  await expect(decode('gzip, gzip, gzip, gzip', body)).rejects.toThrow('4 codings are more than 3')
})

test('an empty body is empty in every coding', async () => {
  expect((await decode('gzip', Buffer.alloc(0))).body).toHaveLength(0)
})

test('of a body that we cut, what can be read is read', async () => {
  const body = gzipSync(Buffer.from(Array.from({ length: 500 }, (_, index) => index % 251)))
  const decoded = await decode('gzip', body.subarray(0, body.length - 20), true)

  expect(decoded.truncated).toBe(true)
})

test('other bytes than the coding says are an error', async () => {
  await expect(decode('gzip', text)).rejects.toThrow()
})
