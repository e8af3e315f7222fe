import { header, type Header } from '../wire/exchange.ts'
import { fieldValue } from '../wire/field-value.ts'
import type { SentRequest } from './recorded.ts'

/** A request with its original bytes. */
export interface RawRequest extends SentRequest {
  head: Buffer
  /** As received, including the chunk framing. */
  rawBody: Buffer
}

const maxHeadBytes = 64 * 1024
const maxBodyBytes = 16 * 1024 * 1024

/** The bytes are not an HTTP/1 request, or it is too long. */
export class NoRequest extends Error {
  override name = 'NoRequest'
}

/** Splits the bytes of a connection into requests, without changing them. */
export function createRequestReader(onContinue: () => void) {
  let pending: Buffer = Buffer.alloc(0)
  let isContinued = false
  return {
    /** @throws NoRequest */
    *add(bytes: Buffer): Generator<RawRequest> {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      for (;;) {
        const read = readRequest(pending)
        if (read === undefined) break
        if ('needsContinue' in read) {
          if (!isContinued) onContinue()
          isContinued = true
          break
        }
        isContinued = false
        pending = pending.subarray(read.head.length + read.rawBody.length)
        yield read
      }
    },
  }
}

function readRequest(bytes: Buffer): RawRequest | { needsContinue: true } | undefined {
  // Empty lines before a request are skipped (RFC 9112, section 2.2), but only if a request follows.
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) {
    if (bytes.length > maxHeadBytes) throw new NoRequest('the head of the request is too long')
    if (bytes.length > 0 && !/^[!-~\r\n]/.test(bytes.toString('latin1', 0, 1)))
      throw new NoRequest('it does not begin like an HTTP request')
    return undefined
  }
  const head = bytes.subarray(0, end + 4)
  const [line = '', ...fields] = bytes
    .toString('latin1', 0, end)
    .replace(/^[\r\n]+/, '')
    .split('\r\n')
  const [, method, sent] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? []
  if (method === undefined || sent === undefined) throw new NoRequest('the request line is malformed')
  const headers = fields.map(readField)
  const value = (name: string) => header(headers, name)
  const rest = bytes.subarray(end + 4)
  const body = readBody(rest, value('transfer-encoding'), value('content-length'))
  if (body === undefined)
    return rest.length === 0 && /100-continue/i.test(value('expect') ?? '')
      ? { needsContinue: true }
      : undefined
  return { method, target: originForm(sent), headers, head, ...body }
}

/** Returns the path and the query of a target, which may be a whole URL (RFC 9112, section 3.2.2). */
const originForm = (target: string): string =>
  target.replace(/^https?:\/\/[^/?]*(?=(\/)?)/i, (_url, slash: string | undefined) => (slash ? '' : '/'))

function readField(line: string): Header {
  const colon = line.indexOf(':')
  if (colon < 1) throw new NoRequest('a header line is malformed')
  return [line.slice(0, colon), fieldValue(line.slice(colon + 1))]
}

/** @returns undefined if more bytes are needed first */
function readBody(
  bytes: Buffer,
  encoding: string | undefined,
  length: string | undefined,
): Pick<RawRequest, 'body' | 'rawBody'> | undefined {
  if (/chunked\s*$/i.test(encoding ?? '')) return readChunks(bytes)
  const wanted = Number(length ?? 0)
  if (!(wanted >= 0 && wanted <= maxBodyBytes))
    throw new NoRequest('the length of the body is malformed or too large')
  if (bytes.length < wanted) return undefined
  return { body: bytes.subarray(0, wanted), rawBody: bytes.subarray(0, wanted) }
}

function readChunks(bytes: Buffer): Pick<RawRequest, 'body' | 'rawBody'> | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    if (at > maxBodyBytes) throw new NoRequest('the body is too large')
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size >= 0)) throw new NoRequest('a chunk size is malformed')
    if (size === 0) {
      const end = bytes.indexOf('\r\n\r\n', lineEnd)
      if (end < 0) return undefined
      return { body: Buffer.concat(parts), rawBody: bytes.subarray(0, end + 4) }
    }
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return undefined
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}
