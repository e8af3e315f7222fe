/** What went wrong before anything could be judged; the command line prints the message and ends with `exitCode`. */
export class SubjectError extends Error {
  override name = 'SubjectError'
  readonly exitCode: number
  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** An argument is wrong; the message names it and the fix. */
export class UsageError extends SubjectError {
  override name = 'UsageError'
  constructor(message: string, options?: ErrorOptions) {
    super(message, 2, options)
  }
}

/** One thing wrong with a declaration. */
export interface Problem {
  file: string
  line: number | undefined
  /** Path into the declaration, `accounts.plain.password`; empty for the whole file. */
  field: string
  /** What is wrong and how to fix it, in a sentence, without secret values. */
  message: string
}

/** The declaration is wrong; every problem found is listed. */
export class DeclarationError extends SubjectError {
  override name = 'DeclarationError'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'), 2)
    this.problems = problems
  }
}

/** No complete HTTP answer came from the subject, or it did not start. */
export class Unreachable extends SubjectError {
  override name = 'Unreachable'
  constructor(message: string, options?: ErrorOptions) {
    super(message, 6, options)
  }
}

function problemLine({ file, line, field, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}`
  return field === '' ? `${place}: ${message}` : `${place}: ${field}: ${message}`
}
