import { expect, test } from 'vitest'
import { RawResponseReader } from './raw-response.ts'
import { ConnectionCut } from './wire-failure.ts'

/** Reads the same bytes in parts of `size`; `grown` is the total length of the body's parts. */
function read(bytes: string, size: number, maxBodyBytes = 1000) {
  const parts: Buffer[] = []
  const body = {
    length: 0,
    add(part: Buffer) {
      parts.push(Buffer.from(part))
      body.length += part.length
    },
  }
  const reader = new RawResponseReader(body, maxBodyBytes)
  for (let at = 0; at < bytes.length && !reader.isDone; at += size)
    reader.add(Buffer.from(bytes.slice(at, at + size), 'latin1'))
  if (!reader.isDone) reader.end()
  const { status, headers, length, isTruncated } = reader
  return { status, headers, length, isTruncated, body: Buffer.concat(parts).toString('latin1') }
}

const behind = 'HTTP/1.1 200 OK\r\n\r\n'

test.each([
  ['of a length', 'HTTP/1.1 401 X\r\nContent-Length: 4\r\n\r\nabcd', 'abcd'],
  ['of no length', 'HTTP/1.1 401 X\r\nContent-Length: 0\r\n\r\n', ''],
  [
    'in chunks',
    'HTTP/1.1 401 X\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nab\r\n2\r\ncd\r\n0\r\nA: b\r\n\r\n',
    'abcd',
  ],
  ['in no chunk', 'HTTP/1.1 401 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', ''],
  [
    'behind interim answers',
    `${'HTTP/1.1 103 X\r\nLink: a\r\n\r\n'.repeat(3)}HTTP/1.0 401\r\nContent-Length: 1\r\n\r\na`,
    'a',
  ],
  ['that does not exist', 'HTTP/1.1 204 X\r\nContent-Length: 4\r\n\r\n', ''],
])('a body %s is the same in parts of any size, and nothing behind it is read', (_, answer, body) => {
  for (const size of [1, 2, 3, 7, 1000])
    expect(read(answer + behind, size)).toMatchObject({ body, length: answer.length, isTruncated: false })
})

test('a body without a length goes on to the end of the connection', () => {
  for (const size of [1, 5, 1000])
    expect(read('HTTP/1.1 200 X\r\nA:  b \r\n\r\nabcd', size)).toMatchObject({
      status: 200,
      headers: [['A', 'b']],
      body: 'abcd',
    })
})

test('a body that is longer than wanted ends it', () => {
  const chunks = `HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(20)}`

  expect(read(chunks, 6, 10)).toMatchObject({ isTruncated: true, body: 'a'.repeat(11) })
})

test.each([
  ['half a head', 'HTTP/1.1 200 X\r\nA: b', ConnectionCut],
  ['half a body', 'HTTP/1.1 200 X\r\nContent-Length: 4\r\n\r\nabc', ConnectionCut],
  ['half a chunk', 'HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab', ConnectionCut],
  ['no HTTP', 'SSH-2.0', 'no status line'],
  ['two lengths', 'HTTP/1.1 200 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'Content-Length'],
  ['a size of no digits', 'HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'a chunk size'],
  ['a head without end', `HTTP/1.1 200 X\r\n${'A: b\r\n'.repeat(20_000)}`, 'no end of the header'],
  [
    'a line of a chunk without end',
    `HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(70_000)}`,
    'the line of a chunk is too long',
  ],
  [
    'trailers without end',
    `HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'A: b\r\n'.repeat(20_000)}`,
    'the trailers are too long',
  ],
])('%s is rejected', (_, bytes, message) => {
  expect(() => read(bytes, 999)).toThrow(message)
})
