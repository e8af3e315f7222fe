export type ProblemKind = 'not-authenticated' | 'malformed' | 'unsupported-encoding' | 'forbidden'

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

/** The credentials are missing, invalid or void. */
export class NotAuthenticated extends Problem {
  constructor(message: string) {
    super('not-authenticated', message)
  }
}

/** The body does not have the shape that the operation needs. */
export class Malformed extends Problem {
  constructor(message: string) {
    super('malformed', message)
  }
}

/** The operation does not accept the body's encoding. */
export class UnsupportedEncoding extends Problem {
  constructor() {
    super('unsupported-encoding', 'send application/json or application/x-www-form-urlencoded')
  }
}

/** The request came from a place that it may not come from. */
export class Forbidden extends Problem {
  constructor(message: string) {
    super('forbidden', message)
  }
}
