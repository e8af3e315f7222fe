import type { SignatureParameters } from '../domain/signature-parameters.ts'
import type { AccessKey } from '../domain/access-keys.ts'
import type { Call } from '../common/call.ts'

/** The findings about a rejected signature, kept as long as its call. */
export interface SignatureRejection {
  /** The rule that the request breaks, as a sentence. */
  rule: string
  /** The text after the scheme word. */
  text: string
  parameters: SignatureParameters | undefined
  key: AccessKey | undefined
}

export type SignatureRejections = WeakMap<Call, SignatureRejection>
