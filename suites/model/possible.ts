import type { Run } from '../../harness/run/run.ts'
import { NotDeclared, NotSupported } from '../../harness/outcomes.ts'

/**
 * True if a sequence may send steps that get rejected, and answer a challenge too late: only if that locks no account.
 */
export const mayFail = ({ failedLogins }: Run): boolean => !failedLogins.limited

/** Returns a tool, or undefined if the declaration doesn't provide it. */
export function possible<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof NotDeclared || error instanceof NotSupported) return undefined
    throw error
  }
}
