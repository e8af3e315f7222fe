import { RawResponseReader } from '../wire/raw-response.ts'
import type { GivenAnswer } from './recorded.ts'

const maxBodyBytes = 64 * 1024 * 1024

/** Reads one answer as its bytes come; `bytes` are then all that came for it. */
export function createAnswerReader(method: string) {
  const bytes: Buffer[] = []
  const parts: Buffer[] = []
  const sink = {
    length: 0,
    add(part: Buffer) {
      parts.push(part)
      sink.length += part.length
    },
  }
  const reader = new RawResponseReader(sink, maxBodyBytes)
  const answer = (): GivenAnswer => ({
    status: reader.status,
    headers: reader.headers,
    body: Buffer.concat(parts),
  })
  return {
    /** @returns the answer once it is complete. Throws where it is no HTTP. */
    add(part: Buffer): GivenAnswer | undefined {
      bytes.push(part)
      reader.add(part)
      // An answer to HEAD has the header of one to GET, and no body.
      return reader.isDone || (method === 'HEAD' && reader.status >= 200) ? answer() : undefined
    },
    /** The connection ended. @throws ConnectionCut where that is too soon */
    end(): GivenAnswer {
      reader.end()
      return answer()
    },
    bytes: () => Buffer.concat(bytes),
  }
}
