import type { NullServer } from './null-server.ts'
import { join } from 'node:path'
import { packageFolder } from '../../../../harness/subject/files/package-folder.ts'
import { startProcess } from '../../../../harness/subject/process/process.ts'
import { shellQuote } from '../../../../harness/subject/process/shell-quote.ts'
import type { Ended, Mismatch } from '../expected.ts'
import type { Workers } from '../workers.ts'
import { nullDeclaration } from './declaration.ts'

/** The longest run against a null or hanging server, in milliseconds: it may wait thirty seconds for a one-time code, and the machine may be slow. */
const longestMs = 180_000

/** Runs the suite against one null server, with a full declaration or with none: nothing may pass. */
export async function nullRun(
  { name, exitCodes, hangs }: NullServer,
  how: 'declared' | 'undeclared',
  workers: Workers,
  { seed, runs }: { seed: number; runs: number },
) {
  const program = join(packageFolder(), 'dist', 'suites', 'proof', 'self-test', 'null-servers', 'main.js')
  const command = [process.execPath, program, name].map((word) => shellQuote(word)).join(' ')
  const server = await startProcess({ command, cwd: packageFolder(), env: process.env, timeoutMs: 30_000 })
  try {
    const baseUrl = server.url ?? ''
    const declaration = how === 'declared' ? { declaration: { ...nullDeclaration(baseUrl), ...hangs } } : {}
    const outcome = await workers.run({ ...declaration, baseUrl, seed, runs })
    return {
      outcome,
      mismatches: outcome.ended ? judgeNull(outcome.ended, exitCodes[how], hangs !== undefined) : [],
    }
  } finally {
    await server.stop()
  }
}

/** Returns what is wrong with a run against a null server, or against one that keeps rules but hangs. */
export function judgeNull(
  { verdicts, exitCode, durationMs }: Ended,
  wanted: number,
  hangs = false,
): Mismatch[] {
  const found = Object.entries(verdicts)
    .filter(([, { verdict }]) => (verdict === 'pass' && !hangs) || verdict === 'error')
    .map(([requirement, { verdict, message }]): Mismatch => ({
      requirement,
      expected: 'no pass',
      got: verdict,
      message,
    }))
  if (exitCode !== wanted) found.push(about('the exit code', `${wanted}`, `${exitCode}`))
  if (durationMs > longestMs) found.push(about('the time', `${longestMs} ms at most`, `${durationMs} ms`))
  return found
}

const about = (requirement: string, expected: string, got: string) => ({
  requirement,
  expected,
  got,
  message: '',
})
