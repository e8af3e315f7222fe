/** A problem found before anything could be judged. The command line prints the message and ends with `exitCode`. */
export class SubjectError extends Error {
  override name = this.constructor.name
  readonly exitCode: number
  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** An argument is invalid; the message names it and the fix. */
export class UsageError extends SubjectError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, 2, options)
  }
}

export interface Problem {
  file: string
  line: number | undefined
  /** Path in the declaration, `accounts.plain.password`; empty for the whole file. */
  field: string
  /** One sentence that says what is wrong and how to fix it, without secret values. */
  message: string
}

/** The declaration is invalid; lists every problem found. */
export class DeclarationError extends SubjectError {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'), 2)
    this.problems = problems
  }
}

/** The subject gave no complete HTTP answer, or did not start. */
export class Unreachable extends SubjectError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, 6, options)
  }
}

function problemLine({ file, line, field, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}`
  return field === '' ? `${place}: ${message}` : `${place}: ${field}: ${message}`
}
