import type { Declaration } from '../../subject/declaration/declaration.ts'
import { reportFault } from '../report-fault.ts'
import { fileChanged } from '../files/server-watch.ts'
import { stateOf, watchedFiles } from '../files/watched-files.ts'

/** Reads the declaration again after a change: prints its problems, and waits for the next change. */
export async function readAgain(
  known: Declaration,
  read: () => Declaration,
  signal: AbortSignal,
): Promise<Declaration> {
  for (;;) {
    // A file that is saved while it is read differs from this.
    const before = stateOf(watchedFiles(known))
    try {
      return read()
    } catch (error) {
      reportFault(error)
      await fileChanged(watchedFiles(known), signal, before)
      if (signal.aborted) return known
    }
  }
}
