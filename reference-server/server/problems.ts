export type ProblemKind =
  /** The credentials are missing, invalid or void. */
  | 'not-authenticated'
  /** The body does not have the shape that the operation needs. */
  | 'malformed'
  /** The operation does not accept the body's encoding. */
  | 'unsupported-encoding'
  /** The request came from a place that it may not come from. */
  | 'forbidden'

/** A rejection. Its message is shown to the caller and never contains a value that the caller sent. */
export class Problem extends Error {
  override name = 'Problem'
  readonly kind: ProblemKind
  constructor(kind: ProblemKind, message: string) {
    // Nobody reads the stack of a rejection, and capturing it takes longer than rejecting.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.kind = kind
  }
}
