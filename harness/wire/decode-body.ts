import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { header, type Header } from './exchange.ts'

export interface DecodedBody {
  body: Uint8Array
  /** True where the decoded body was longer than the limit, or the encoded one was cut before its end. */
  truncated: boolean
}

/**
 * Undoes gzip, deflate and br where Content-Encoding says so (RFC 9110 section 8.4.1); a coding that is not known
 * stays. Stops at `maxBytes`, so that a small body can't fill the memory.
 * @throws Error where the body is not what Content-Encoding says
 */
export async function decodeBody(
  headers: readonly Header[],
  encoded: DecodedBody,
  maxBytes: number,
): Promise<DecodedBody> {
  const codings = (header(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  let decoded = encoded
  for (const coding of codings.slice(0, maxCodings).reverse()) {
    const decoder = decoded.body.length > 0 ? decoderOf(coding, decoded.body) : undefined
    if (decoder !== undefined) decoded = await run(decoder, decoded, maxBytes)
  }
  return decoded
}

const maxCodings = 3

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>

function decoderOf(coding: string, body: Uint8Array): Decoder | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  // Many servers send bare deflate data without the zlib header (RFC 1950) that "deflate" means.
  if (coding === 'deflate') return (body[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
  return undefined
}

function run(decoder: Decoder, { body, truncated }: DecodedBody, maxBytes: number): Promise<DecodedBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (isCut: boolean) => {
      decoder.destroy()
      resolve({ body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: truncated || isCut })
    }
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) finish(true)
    })
    decoder.on('end', () => finish(false))
    decoder.on('error', (error) => (truncated ? finish(true) : reject(error)))
    decoder.end(body)
  })
}
