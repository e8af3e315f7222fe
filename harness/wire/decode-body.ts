import { isUtf8 } from 'node:buffer'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Header } from './exchange.ts'
import { largeBytes, type LargeBodies } from './large-bodies.ts'

export interface DecodedBody {
  body: Buffer
  /** True if the decoded body exceeded the limit, or if the encoded one was cut before its end. */
  truncated: boolean
}

/**
 * Decodes gzip, deflate and br as named by Content-Encoding (RFC 9110 section 8.4.1), and by Transfer-Encoding (RFC 9112
 * section 7), which some servers use though nobody asked. A body in an unknown coding is returned as it is if it is text
 * nonetheless. Stops at `maxBytes`, so that a small body can't fill the memory.
 * @throws Error if the body is not in the coding that is named, is in too many, or can't be read
 */
export async function decodeBody(
  headers: readonly Header[],
  encoded: DecodedBody,
  maxBytes: number,
  largeBodies: LargeBodies,
): Promise<DecodedBody> {
  const codings = codingsOf(headers)
  if (codings.length > maxCodings) throw new Error(`${codings.length} codings are more than ${maxCodings}`)
  let decoded = encoded
  for (const coding of codings.reverse()) {
    if (!known.test(coding) && !isUtf8(decoded.body) && !decoded.truncated)
      throw new Error(`the coding ${coding} is not known`)
    const decoder = decoded.body.length > 0 ? decoderOf(coding, decoded.body) : undefined
    if (decoder !== undefined) decoded = await run(decoder, decoded, maxBytes, largeBodies)
  }
  return decoded
}

/** The codings of a body in the order in which they were applied. What is chunked comes without chunks. */
export const codingsOf = (headers: readonly Header[]): string[] => [
  ...namedIn(headers, 'content-encoding'),
  ...namedIn(headers, 'transfer-encoding'),
]

const namedIn = (headers: readonly Header[], field: string): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === field)
    .map(([, value]) => value)
    .join()
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((coding) => !['', 'identity', 'chunked'].includes(coding))

const maxCodings = 3
const known = /^(?:x-)?gzip$|^br$|^deflate$/

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>

function decoderOf(coding: string, body: Uint8Array): Decoder | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  // Many servers send raw deflate data without the zlib header (RFC 1950) that "deflate" implies.
  if (coding === 'deflate') return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
  return undefined
}

function run(
  decoder: Decoder,
  { body, truncated }: DecodedBody,
  maxBytes: number,
  largeBodies: LargeBodies,
): Promise<DecodedBody> {
  return new Promise((resolve, reject) => {
    const decoded = largeBodies.read(maxBytes)
    let leavePlace: (() => void) | undefined
    const finish = (isCut: boolean) => {
      decoder.destroy()
      leavePlace?.()
      resolve({ body: decoded.end(), truncated: truncated || isCut })
    }
    decoder.on('data', (chunk: Buffer) => {
      decoded.add(chunk)
      if (decoded.length > maxBytes) finish(true)
      else if (decoded.length > largeBytes)
        leavePlace ??= largeBodies.takePlace({
          wait: () => void decoder.pause(),
          goOn: () => void decoder.resume(),
        })
    })
    decoder.on('end', () => finish(false))
    decoder.on('error', (error) => {
      leavePlace?.()
      if (truncated) finish(true)
      else reject(error)
    })
    decoder.end(body)
  })
}
