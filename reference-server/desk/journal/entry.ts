import type { SignatureExplanation } from '../../server/explain/explain-signature.ts'
import type { Operation } from '../../common/call.ts'
import type { PathFamily } from '../../common/choices.ts'

/** One request and its answer as the journal stores them, not masked yet. */
export interface Entry {
  /** Counts from 1 since the start of the server. */
  id: number
  /** The server's clock when the answer was sent, in milliseconds. */
  at: number
  durationMs: number
  method: string
  /** As it was sent. */
  target: string
  /** Undefined if no route matched. */
  operation: Operation | undefined
  family: PathFamily | undefined
  /** Names and values in turn. */
  requestHeaders: readonly string[]
  /** The parsed body; undefined if there was none, or if it is too long to keep. */
  requestBody: unknown
  /** Undefined if it came in chunks and is nested too deep to be measured. */
  requestBytes: number | undefined
  status: number
  answerHeaders: Record<string, unknown>
  /** Undefined if it isn't text, or is too long to keep. */
  answerBody: string | undefined
  answerBytes: number
  /** The account whose credentials were accepted. */
  username: string | undefined
  /** Why a conforming server would accept none. */
  reason: string | undefined
  explanation: SignatureExplanation | undefined
  /** Names of the defects and variations that were on. */
  changes: readonly string[]
}
