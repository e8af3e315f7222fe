import type { SignatureExplanation } from '../explain/explain-signature.ts'
import type { Operation } from '../../server/call.ts'
import type { PathFamily } from '../../server/choices.ts'

/** One request and its answer as the journal keeps them, not masked yet. */
export interface Entry {
  /** Counts from 1 since the start of the server. */
  id: number
  /** The server's clock when the answer was sent, in milliseconds. */
  at: number
  durationMs: number
  method: string
  /** As it was sent. */
  target: string
  /** Undefined where no route was found. */
  operation: Operation | undefined
  family: PathFamily | undefined
  /** Names and values in turn. */
  requestHeaders: readonly string[]
  /** What was read from it; undefined where there was none, or it is too long to be kept. */
  requestBody: unknown
  /** Undefined where it came in chunks and is nested too deep to be measured. */
  requestBytes: number | undefined
  status: number
  answerHeaders: Record<string, unknown>
  /** Undefined where it is no text, or too long to be kept. */
  answerBody: string | undefined
  answerBytes: number
  /** Whose credentials were accepted. */
  username: string | undefined
  /** Why none were, as a conforming server sees it. */
  reason: string | undefined
  explanation: SignatureExplanation | undefined
  /** Names of the defects and variations that were on. */
  changes: readonly string[]
}
