import { visible } from '../../reports/visible.ts'
import { SubjectError } from '../subject/subject-error.ts'

/** Prints why the program can't go on, and returns the exit code. An unforeseen error is the suite's own fault: 5. */
export function reportFault(error: unknown): number {
  if (error instanceof SubjectError) {
    process.stderr.write(`${visible(error.message)}\n`)
    return error.exitCode
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`conformance itself is at fault; please report this:\n${visible(text)}\n`)
  return 5
}
