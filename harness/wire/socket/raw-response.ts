import type { Header } from '../exchange.ts'
import { ConnectionCut, NotHttp } from './wire-failure.ts'

/** Longest head, chunk-size line, and trailers, in bytes. */
export const maxHeadBytes = 64 * 1024

interface BodySink {
  readonly length: number
  add(part: Buffer): void
}

type Part = 'head' | 'sized' | 'to the end' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers'

/**
 * Reads one HTTP/1.1 answer as its bytes come (RFC 9112), each byte once, and strictly: no folded lines, no white space
 * before the colon, one Content-Length. Skips interim answers. `add` and `end` throw NotHttp; `end` also throws
 * ConnectionCut if the connection ended too soon.
 */
export class RawResponseReader {
  status = 0
  headers: Header[] = []
  /** True if no further bytes belong to the answer, or if its body exceeds the limit. */
  isDone = false
  isTruncated = false
  /** Length of the answer in bytes, interim answers before it included. Anything after that is not part of it. */
  length = 0
  readonly #body: BodySink
  readonly #maxBodyBytes: number
  #part: Part = 'head'
  /** Bytes received that can't be interpreted yet. */
  #pending: Buffer = Buffer.alloc(0)
  /** Bytes still missing from the body, or from the current chunk. */
  #left = 0

  constructor(body: BodySink, maxBodyBytes: number) {
    this.#body = body
    this.#maxBodyBytes = maxBodyBytes
  }

  add(bytes: Buffer): void {
    let rest = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    while (!this.isDone) {
      const read = this.#read(rest)
      if (read === undefined) break
      this.length += read
      rest = rest.subarray(read)
    }
    this.#pending = rest
  }

  /** Call it when the connection has ended. */
  end(): void {
    if (this.#part === 'to the end') this.isDone = true
    if (!this.isDone) throw new ConnectionCut()
  }

  /** @returns how many of these bytes were read; undefined if more are needed first */
  #read(bytes: Buffer): number | undefined {
    switch (this.#part) {
      case 'head':
        return this.#readHead(bytes)
      case 'sized':
      case 'chunk':
      case 'to the end':
        return this.#readBody(bytes)
      case 'chunk size':
        return this.#readChunkSize(bytes)
      case 'chunk end':
        if (bytes.length < 2) return undefined
        this.#part = 'chunk size'
        return 2
      case 'trailers': {
        const end = find(bytes, '\r\n\r\n', 'the trailers are too long')
        if (end === undefined) return undefined
        this.isDone = true
        return end + 4
      }
    }
  }

  #readHead(bytes: Buffer): number | undefined {
    const tooLong = 'no status line, or no end of the header'
    if (!looksLikeHttp(bytes)) throw new NotHttp(tooLong)
    const end = find(bytes, '\r\n\r\n', tooLong)
    if (end === undefined) return undefined
    const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
    this.status = Number(/^HTTP\/1\.[01] (\d{3})( |$)/.exec(statusLine)?.[1])
    if (!(this.status >= 100)) throw new NotHttp('the status line is malformed')
    if (this.status >= 200) {
      this.headers = lines.map(readHeader)
      this.#begin(this.headers)
    }
    return end + 4
  }

  #begin(headers: readonly Header[]): void {
    const values = (name: string) =>
      headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
    const [length, ...others] = new Set(values('content-length'))
    if (this.status === 204 || this.status === 304) this.isDone = true
    else if (values('transfer-encoding').join().toLowerCase().endsWith('chunked')) this.#part = 'chunk size'
    else if (length === undefined) this.#part = 'to the end'
    else {
      if (!/^\d+$/.test(length) || others.length > 0) throw new NotHttp('Content-Length is malformed')
      this.#part = 'sized'
      this.#left = Number(length)
      this.isDone = this.#left === 0
    }
  }

  #readBody(bytes: Buffer): number | undefined {
    if (bytes.length === 0) return undefined
    const isEndless = this.#part === 'to the end'
    const part = isEndless ? bytes : bytes.subarray(0, this.#left)
    this.#body.add(part)
    if (!isEndless) this.#left -= part.length
    this.isTruncated = this.#body.length > this.#maxBodyBytes
    const isRead = !isEndless && this.#left === 0
    if (isRead && this.#part === 'chunk') this.#part = 'chunk end'
    else this.isDone = isRead
    this.isDone ||= this.isTruncated
    return part.length
  }

  #readChunkSize(bytes: Buffer): number | undefined {
    const lineEnd = find(bytes, '\r\n', 'the line of a chunk is too long')
    if (lineEnd === undefined) return undefined
    const [, hex] = /^([\da-f]{1,8})[ \t]*(;.*)?$/i.exec(bytes.toString('latin1', 0, lineEnd)) ?? []
    if (hex === undefined) throw new NotHttp('a chunk size is malformed')
    this.#left = Number.parseInt(hex, 16)
    this.#part = this.#left === 0 ? 'trailers' : 'chunk'
    // Trailers, if any, end with an empty line, like a head; the end of this line is part of that.
    return this.#left === 0 ? lineEnd : lineEnd + 2
  }
}

/** @throws NotHttp if it does not occur early enough */
function find(bytes: Buffer, what: string, tooLong: string): number | undefined {
  const at = bytes.indexOf(what)
  if (at > maxHeadBytes || (at < 0 && bytes.length > maxHeadBytes)) throw new NotHttp(tooLong)
  return at < 0 ? undefined : at
}

const looksLikeHttp = (bytes: Buffer) => 'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 7))

function readHeader(line: string): Header {
  const at = line.indexOf(':')
  const name = line.slice(0, Math.max(0, at))
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new NotHttp('a header line is malformed')
  return [name, line.slice(at + 1).trim()]
}
