import type { Header } from './exchange.ts'
import { ConnectionCut, NotHttp } from './wire-failure.ts'

const maxHeadBytes = 64 * 1024

/** An answer as far as it has been read. `done` is true when nothing more belongs to it. */
export interface RawResponse {
  status: number
  headers: Header[]
  body: Buffer
  truncated: boolean
  done: boolean
}

/**
 * Reads one HTTP/1.1 answer from the bytes received so far (RFC 9112), strictly: no folded lines, no white space before
 * the colon, one Content-Length. Answers undefined while the head is incomplete.
 * @throws NotHttp
 * @throws ConnectionCut where the connection has ended too soon
 */
export function readRawResponse(
  bytes: Buffer,
  hasEnded: boolean,
  maxBodyBytes: number,
): RawResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) {
    if (!looksLikeHttp(bytes) || bytes.length > maxHeadBytes)
      throw new NotHttp('no status line, or no end of the header')
    if (hasEnded) throw new ConnectionCut()
    return undefined
  }
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})( |$)/.exec(statusLine)?.[1])
  if (!(status >= 100)) throw new NotHttp('the status line is malformed')
  const rest = bytes.subarray(headEnd + 4)
  if (status < 200) return readRawResponse(rest, hasEnded, maxBodyBytes)
  const headers = lines.map(readHeader)
  const { body, done } = readBody(status, headers, rest, hasEnded, maxBodyBytes)
  const truncated = body.length > maxBodyBytes
  return { status, headers, body: body.subarray(0, maxBodyBytes), truncated, done: done || truncated }
}

const looksLikeHttp = (bytes: Buffer) => 'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 7))

function readHeader(line: string): Header {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new NotHttp('a header line is malformed')
  return [name, value]
}

function readBody(status: number, headers: Header[], rest: Buffer, hasEnded: boolean, maxBodyBytes: number) {
  if (status === 204 || status === 304) return { body: Buffer.alloc(0), done: true }
  const values = (name: string) =>
    headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
  if (values('transfer-encoding').join().toLowerCase().endsWith('chunked'))
    return readChunks(rest, hasEnded, maxBodyBytes)
  const lengths = [...new Set(values('content-length'))]
  if (lengths.length === 0) return { body: rest, done: hasEnded }
  const length = /^\d+$/.test(lengths[0]!) && lengths.length === 1 ? Number(lengths[0]) : Number.NaN
  if (Number.isNaN(length)) throw new NotHttp('Content-Length is malformed')
  if (hasEnded && rest.length < length && rest.length <= maxBodyBytes) throw new ConnectionCut()
  return { body: rest.subarray(0, length), done: rest.length >= length }
}

function readChunks(bytes: Buffer, hasEnded: boolean, maxBodyBytes: number): { body: Buffer; done: boolean } {
  const chunks: Buffer[] = []
  let length = 0
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) break
    const [, hex] = /^([\da-f]{1,8})[ \t]*(;.*)?$/i.exec(bytes.toString('latin1', at, lineEnd)) ?? []
    if (hex === undefined) throw new NotHttp('a chunk size is malformed')
    const size = Number.parseInt(hex, 16)
    if (size === 0) {
      const trailersEnd =
        bytes.indexOf('\r\n', lineEnd) === lineEnd && bytes.indexOf('\r\n\r\n', lineEnd) >= 0
      if (trailersEnd) return { body: Buffer.concat(chunks), done: true }
      break
    }
    const start = lineEnd + 2
    chunks.push(bytes.subarray(start, start + size))
    length += Math.min(size, bytes.length - start)
    at = start + size + 2
    if (at > bytes.length) break
  }
  if (hasEnded && length <= maxBodyBytes) throw new ConnectionCut()
  return { body: Buffer.concat(chunks), done: false }
}
