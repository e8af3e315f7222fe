import { RawResponseReader } from '../wire/socket/raw-response.ts'
import type { GivenAnswer } from './recorded.ts'

const maxBodyBytes = 64 * 1024 * 1024

/** Reads one answer as its bytes come. `bytes` returns everything received for it. */
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
    /** @returns the answer once it is complete. Throws if it is not HTTP. */
    add(part: Buffer): GivenAnswer | undefined {
      bytes.push(part)
      reader.add(part)
      // An answer to HEAD has the header of one to GET, but no body.
      return reader.isDone || (method === 'HEAD' && reader.status >= 200) ? answer() : undefined
    },
    /** Call it when the connection has ended. @throws ConnectionCut if that was too soon */
    end(): GivenAnswer {
      reader.end()
      return answer()
    },
    bytes: () => Buffer.concat(bytes),
  }
}
