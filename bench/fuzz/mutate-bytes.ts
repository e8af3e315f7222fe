import type { Draw } from './draw.ts'

type Mutation = (bytes: Buffer, draw: Draw) => Buffer
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const insert = (bytes: Buffer, at: number, piece: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
const afterFirstLine = (bytes: Buffer) => Math.max(0, bytes.indexOf('\r\n') + 2)
const withLine = (bytes: Buffer, line: string) => insert(bytes, afterFirstLine(bytes), latin1(`${line}\r\n`))
const onText =
  (change: (text: string, draw: Draw) => string): Mutation =>
  (bytes, draw) =>
    latin1(change(bytes.toString('latin1'), draw))

const pieces = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n', '\u00ff', 'HTTP/1.1', '\r\n ', ';']
const lines = [
  'Content-Length: 5',
  'Content-Length: 99999999999999999999',
  'Content-Length: -1',
  'Content-Length: +3',
  'Content-Length: 1e3',
  'Content-Length: 3, 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: x',
  'Host: second.example',
  'Host:',
  'Connection: close, keep-alive',
  'Connection: Upgrade, HTTP2-Settings',
  'X: a\r\n folded',
  'NoColon',
  ': no name',
  'Bad Name: x',
  'X\0Y: z',
  'Trailer: x',
]
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.', 'http/1.1', '']
const methods = ['CONNECT', 'get', 'G\u00c4T', '', 'PRI', 'X'.repeat(500)]
const chunks = [
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\n',
  '5;x=y\r\nab',
  '-1\r\n',
  '0\r\nTrailer: x\r\n\r\n',
  'zz\r\n',
]

/** Each may break the framing, so the result can be any number of requests, or none. */
const mutations: Mutation[] = [
  (bytes, draw) => {
    const flipped = Buffer.from(bytes)
    for (let count = 1 + draw.below(8); count > 0; count--)
      flipped[draw.below(flipped.length)] = draw.below(256)
    return flipped
  },
  (bytes, draw) => insert(bytes, draw.below(bytes.length), latin1(draw.pick(pieces))),
  (bytes, draw) => bytes.subarray(0, draw.below(bytes.length)),
  (bytes, draw) => bytes.subarray(draw.below(40)),
  (bytes, draw) => {
    const from = draw.below(bytes.length)
    return insert(bytes, draw.below(bytes.length), bytes.subarray(from, from + draw.below(200)))
  },
  (bytes, draw) => withLine(bytes, draw.pick(lines)),
  (bytes, draw) => withLine(withLine(bytes, draw.pick(lines)), draw.pick(lines)),
  (bytes, draw) => withLine(bytes, `X-Long: ${'x'.repeat(draw.below(40_000))}`),
  onText((text) => text.replaceAll('\r\n', '\n')),
  onText((text, draw) => text.replace('HTTP/1.1', draw.pick(versions))),
  onText((text, draw) => text.replace(/^[A-Z]+/, draw.pick(methods))),
  (_bytes, draw) =>
    Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), latin1(draw.text(draw.below(300)))]),
  (bytes, draw) =>
    insert(withLine(bytes, 'Transfer-Encoding: chunked'), bytes.length, latin1(draw.pick(chunks))),
]

export function mutateBytes(bytes: Buffer, draw: Draw): Buffer {
  let mutated = bytes
  for (let count = 1 + draw.below(3); count > 0 && mutated.length > 0; count--)
    mutated = draw.pick(mutations)(mutated, draw)
  return mutated
}
