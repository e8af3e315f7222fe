import { join } from 'node:path'
import { packageFolder } from '../../../harness/subject/files/package-folder.ts'
import { shellQuote } from '../../../harness/subject/process/shell-quote.ts'
import { referenceDeclaration } from '../self-test/reference-declaration.ts'

/** Returns the declaration of the reference server, started behind a proxy that delays each exchange. */
export function slowDeclaration(seed: number, shortestMs: number, longestMs: number) {
  const declaration = referenceDeclaration({ mode: {} }) as { start: { command: string } }
  // Uses the built file: not every Node version can start a process from TypeScript.
  const slowServer = join(packageFolder(), 'dist', 'suites', 'proof', 'stability', 'slow-server.js')
  const delays = [seed, shortestMs, longestMs].join(' ')
  const command = `exec {node} ${shellQuote(slowServer)} ${delays} ${declaration.start.command}`
  return { ...declaration, start: { ...declaration.start, command } }
}
