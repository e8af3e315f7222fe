import { decodeBody } from '../wire/decode-body.ts'
import { createLargeBodies } from '../wire/large-bodies.ts'
import type { GivenAnswer } from './recorded.ts'

const maxBodyBytes = 64 * 1024 * 1024

/** Returns an answer with its body decoded; as it is, if its coding is not known or the body is not in it. */
export async function decodedAnswer(answer: GivenAnswer): Promise<GivenAnswer> {
  const encoded = { body: Buffer.from(answer.body), truncated: false }
  try {
    const { body } = await decodeBody(answer.headers, encoded, maxBodyBytes, createLargeBodies())
    return { ...answer, body }
  } catch {
    return answer
  }
}
